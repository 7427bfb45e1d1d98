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

"""The soak test's own test: it repeats itself, and sees what goes wrong."""

import os
import re
import subprocess

SOAK = os.environ['CONTACT_SIM_SOAK']


def soak(*arguments):
    """Run it without what the clock says."""
    return subprocess.run(
        [SOAK, '--quiet', '--no-times', *arguments], capture_output=True, encoding='utf-8',
        timeout=150, check=False)


def test_one_seed_gives_one_result_and_another_one_another():
    """All scenes: counts and states."""
    runs = [soak('--frames', '1500', '--seed', seed) for seed in ('5', '5', '6')]
    assert [run.returncode for run in runs] == [0, 0, 0], runs[0].stdout + runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    states = [re.findall(r'[0-9a-f]{16}$', run.stdout, re.MULTILINE) for run in runs]
    assert len(states[0]) == 10
    # In 150 frames of a scene that is only pushed there may be no push yet.
    assert len(set(states[0]) & set(states[2])) < 5


def test_an_episode_can_be_run_alone():
    """The third one of a scene is the same alone as after two others."""
    alone = soak('--scene', 'peg', '--episode', '2', '--frames', '100')
    again = soak('--scene', 'peg', '--episode', '2', '--frames', '100')
    other = soak('--scene', 'peg', '--episode', '1', '--frames', '100')
    assert alone.stdout == again.stdout != other.stdout


def test_failures_of_the_solver_are_counted_and_kept(tmp_path):
    """No solver keeps a residual below the rounding of the numbers in it."""
    run = soak('--scene', 'wall', '--frames', '5', '--tolerance', '1e-20', '--dump', str(tmp_path))
    assert run.returncode == 1
    assert 'NOT as promised' in run.stdout
    row = re.search(r'^ +wall +5 .*$', run.stdout, re.MULTILINE)[0].split()
    failed, without_friction = int(row[5]), int(row[7]) + int(row[8])
    assert failed > 0 and without_friction > 0
    assert f'failed in {failed} frames' in run.stdout
    problems = sorted(tmp_path.glob('wall_0_*.ctp'))
    assert len(problems) >= failed
    assert '# scenario: soak --scene wall --seed 1 --episode 0' in problems[0].read_text()


def test_an_unknown_scene_is_refused():
    """With the names of those that are there."""
    run = soak('--scene', 'tango')
    assert run.returncode == 2
    assert 'tap_dance' in run.stderr and "'tango'" in run.stderr
