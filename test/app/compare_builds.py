#!/usr/bin/env python3
#
# Copyright 2026 contact_sim developers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""
Runs scenes with several builds of the executable and compares the hashes of their last states.

    python3 test/app/compare_builds.py build/debian/contact_sim build/debug/contact_sim

Each runs on one thread and on two. Exit status 1: they differ. docs/determinism.md says what is
promised; scripts/compare_builds makes the builds.
"""

import argparse
import os
import re
import subprocess
import sys

# Together: motions, joint limits and friction, closed loops, meshes, islands, impacts, corners.
SCENARIOS = ('humanoid_squat', 'humanoid_tap_dance', 'quadruped', 'gripper', 'ring', 'hoist',
             'card_house', 'stairs', 'newtons_cradle', 'spinning_top')


def hash_after(executable, scenario, steps, threads):
    """Return the hash of the state after so many steps of 1 ms."""
    process = subprocess.run(
        [executable, 'run', scenario, '--quiet', '--hash', '--step', '0.001',
         '--duration', repr(steps / 1000), '--threads', str(threads)],
        capture_output=True, encoding='utf-8', check=False,
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    found = re.fullmatch(r'state hash: ([0-9a-f]{16}) after step (\d+)\n', process.stdout)
    if process.returncode != 0 or not found or int(found[2]) != steps:
        raise RuntimeError(f'{executable} run {scenario}: expected a hash after step {steps}, '
                           f'found {process.stdout!r} {process.stderr!r}')
    return found[1]


def compare(executables, scenarios, steps, threads=(1, 2)):
    """Print a row for each scenario; return the scenarios with more than one hash."""
    different = []
    for scenario in scenarios:
        hashes = [hash_after(executable, scenario, steps, count)
                  for executable in executables for count in threads]
        if len(set(hashes)) == 1:
            print(f'{scenario:20} {hashes[0]} in all {len(hashes)} runs', flush=True)
        else:
            different.append(scenario)
            print(f'{scenario:20} DIFFERENT: {" ".join(hashes)}', flush=True)
    return different


def main():
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('executables', nargs='+', metavar='EXECUTABLE')
    parser.add_argument('--scenario', action='append', help='may be given again')
    parser.add_argument('--steps', type=int, default=10000)
    arguments = parser.parse_args()
    different = compare(arguments.executables, arguments.scenario or SCENARIOS, arguments.steps)
    if different:
        print(f'not the same: {", ".join(different)}')
    return 1 if different else 0


if __name__ == '__main__':
    sys.exit(main())
