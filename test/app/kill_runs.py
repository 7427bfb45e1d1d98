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

r"""
Kills a run at random moments, again and again, and goes on from its last snapshot.

After each kill what was recorded until then has to be readable, and the snapshot whole; at the end
the run, in as many pieces, has to be where one that was never killed is, bit by bit.

    python3 test/app/kill_runs.py --kills 100
    python3 test/app/kill_runs.py --kills 100 --scenario ring --seed 7

A node, or whoever else records, is killed with `--command`: a line in which {record} is the file
to record to and {continue} stands for `--continue FILE` once there is a snapshot {snapshot}. What
the line does not have is not checked:

    python3 test/app/kill_runs.py --kills 20 --replay 'ros2 bag info {record}' \\
      --command 'ros2 bag record --all --storage mcap --output {record}'
"""

import argparse
import os
from pathlib import Path
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

COMMAND = ('{executable} run {scenario} --quiet --duration 1e9 --record {record} '
           '--snapshot {snapshot} --snapshot-every 0.05 {continue}')
REPLAY = '{executable} replay {record} --speed 0'


class Broken(Exception):
    """A promise that was not kept."""


def words(template, values):
    """Return the words of a command with its names filled in."""
    for name, value in values.items():
        template = template.replace('{' + name + '}', value)
    return shlex.split(template)


def output_of(command):
    """Run a command to its end; it has to succeed."""
    process = subprocess.run(command, capture_output=True, encoding='utf-8', check=False)
    if process.returncode != 0:
        raise Broken(f'{shlex.join(command)}\nended with {process.returncode}: {process.stderr}')
    return process.stdout


def step_of(snapshot):
    """Return the step of a snapshot, which has to be whole."""
    text = snapshot.read_text(encoding='utf-8')
    step = re.search(r'^step (\d+)$', text, re.MULTILINE)
    if not step or not text.endswith('\nend\n'):
        raise Broken(f'{snapshot} is not whole')
    return int(step[1])


class KilledRun:
    """One run in many pieces."""

    def __init__(self, arguments, folder):
        """Keep what it writes in a folder."""
        self.arguments = arguments
        self.random = random.Random(arguments.seed)
        self.folder = Path(folder)
        self.snapshot = self.folder / 'run.snapshot'
        self.counts = {'kills': 0, 'went on': 0, 'recordings read': 0, 'nothing recorded yet': 0,
                       'messages': 0, 'snapshots': 0}
        self.step = 0

    def values(self, record):
        """Return what the names in a command stand for."""
        going_on = f'--continue {self.snapshot}' if self.snapshot.exists() else ''
        return {'executable': self.arguments.executable, 'scenario': self.arguments.scenario,
                'record': str(record), 'snapshot': str(self.snapshot), 'continue': going_on}

    def kill_once(self):
        """Start, kill, and look at what is left."""
        record = self.folder / f'run_{self.counts["kills"]}.mcap'
        command = words(self.arguments.command, self.values(record))
        self.counts['went on'] += '--continue' in command
        process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0.0, self.arguments.longest))
        early = process.poll()
        if early is not None:
            raise Broken(f'{shlex.join(command)}\nended by itself with {early}')
        os.killpg(process.pid, signal.SIGKILL)  # also what a launcher has started
        process.wait()
        self.counts['kills'] += 1
        self.look_at_recording(record)
        self.look_at_snapshot()

    def look_at_recording(self, record):
        """Read it whole; a process that was killed as it began has none."""
        if not record.exists() or (record.is_file() and record.stat().st_size == 0):
            self.counts['nothing recorded yet'] += 1
            return
        output = output_of(words(self.arguments.replay, self.values(record)))
        self.counts['recordings read'] += 1
        self.counts['messages'] += sum(
            int(count) for count in re.findall(r'^/\S+ +\S+ +(\d+)$', output, re.MULTILINE))
        if record.is_file():
            record.unlink()

    def look_at_snapshot(self):
        """Check that it never goes back, and never is half a one."""
        if self.snapshot.exists():
            step = step_of(self.snapshot)
            if step < self.step:
                raise Broken(f'the snapshot went back from step {self.step} to {step}')
            self.counts['snapshots'] += step > self.step
            self.step = step

    def compare(self):
        """Let it end, and compare with a run that was never killed."""
        if '{snapshot}' not in self.arguments.command:
            return 'no snapshots: nothing to compare'
        if self.step == 0:
            raise Broken('no piece lived long enough for a snapshot: give a larger --longest')
        time_there = float(re.search(
            r'^time (\S+)$', self.snapshot.read_text(encoding='utf-8'), re.MULTILINE)[1])
        run = [self.arguments.executable, 'run', self.arguments.scenario, '--quiet', '--hash',
               '--duration', str(time_there + 0.2)]
        pieces = output_of([*run, '--continue', str(self.snapshot)])
        whole = output_of(run)
        if pieces != whole:
            raise Broken(f'in pieces: {pieces}never killed: {whole}')
        return f'in pieces and never killed: {whole.strip()}'


def parse(argv):
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--kills', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--longest', type=float, default=1.0, help='life of a piece [s]')
    parser.add_argument('--executable', default=os.environ.get(
        'CONTACT_SIM_EXECUTABLE', 'build/debian/contact_sim'))
    parser.add_argument('--scenario', default='humanoid_squat')
    parser.add_argument('--command', default=COMMAND, help='to be killed')
    parser.add_argument('--replay', default=REPLAY, help='reads a recording')
    return parser.parse_args(argv)


def main(argv=None):
    """Kill, and print what came of it."""
    arguments = parse(argv)
    with tempfile.TemporaryDirectory() as folder:
        run = KilledRun(arguments, folder)
        try:
            while run.counts['kills'] < arguments.kills:
                run.kill_once()
            result = run.compare()
        except Broken as broken:
            print(f'after {run.counts["kills"]} kills: {broken}', file=sys.stderr)
            return 1
        print(', '.join(f'{name}: {count}' for name, count in run.counts.items()))
        print(result)
        return 0


if __name__ == '__main__':
    sys.exit(main())
