#!/usr/bin/env python3
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
Counts instructions of the thread that simulates: alone, with a client, with a recording.

`instructions_stream.py BUILD [STEPS]` runs `benchmark_stream --only` under valgrind's callgrind,
once for few and once for more steps: the difference is what the steps took, whatever the start
took.
Instructions are not time, but no other program on the machine changes them.
"""

from pathlib import Path
import re
import subprocess
import sys
import tempfile

FEW = 100
BOUNDS = {'client': 1.02, 'recording': 1.05}


def instructions(benchmark, case, steps):
    """Return those of the thread that runs SimulationLoop::run."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ['valgrind', '--tool=callgrind', '--separate-threads=yes', '--fair-sched=yes',
             f'--callgrind-out-file={folder}/out', benchmark, '--only', case, str(steps)],
            check=True, capture_output=True)
        found = []
        for file in Path(folder).glob('out-*'):
            text = file.read_text(encoding='utf-8', errors='replace')
            if 'SimulationLoop::run()' in text:
                found.append(int(re.search(r'^(?:totals|summary): (\d+)', text, re.M)[1]))
        if len(found) != 1:
            sys.exit(f'expected one thread that simulates, found {len(found)}')
        return found[0]


def main():
    """Print instructions a step, and the ratios beside their bounds."""
    if len(sys.argv) < 2:
        sys.exit('usage: instructions_stream.py BUILD [STEPS]')
    benchmark = str(Path(sys.argv[1]) / 'test/benchmark_stream')
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    a_step = {}
    for case in ('alone', 'client', 'recording'):
        more = instructions(benchmark, case, FEW + steps)
        a_step[case] = (more - instructions(benchmark, case, FEW)) / steps
        ratio = a_step[case] / a_step['alone']
        bound = BOUNDS.get(case)
        verdict = '' if bound is None else (
            f'   {ratio:.4f} x   bound {bound:.2f}: {"kept" if ratio <= bound else "NOT KEPT"}')
        print(f'{case:12} {a_step[case]:10.0f} instructions a step{verdict}', flush=True)


if __name__ == '__main__':
    main()
