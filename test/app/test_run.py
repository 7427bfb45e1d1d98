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

"""The executable as a user sees it: run and scenarios."""

import csv
import json
import os
from pathlib import Path
import pty
import re
import resource
import signal
import subprocess
import time

from executable import EXECUTABLE, refusal, run
import pytest

SCENARIOS = Path(os.environ['CONTACT_SIM_SCENARIOS'])
DEFAULT = 'contact_sim::RobustReducedLemke'
GRAVITY = 9.81

# 2 kg that stand on the ground and slide along x; friction stops them after v/(mu g) = 0.2 s.
BLOCK = """
name: block
description: A block slides and stops.
duration: 0.5
materials:
  - {name: default, friction: 0.5}
ground: {height: 0.0}
bodies:
  - name: block
    shape: box
    size: [0.4, 0.4, 0.1]
    mass: 2
    pose: {xyz: [0, 0, 0.05]}
    velocity: {linear: [0.981, 0, 0]}
"""

PUSH = """
wrenches:
  - {body: block, from: 0.1, to: 0.2, force: [%s, 0, 0]}
"""


@pytest.fixture(name='block')
def make_block(tmp_path):
    """Write a scenario whose end is known."""
    path = tmp_path / 'block.yaml'
    path.write_text(BLOCK)
    return path


def summary_of(process):
    """Read the table of figures and the facts below it."""
    figures, facts = {}, {}
    for line in process.stdout.splitlines():
        name, *values = re.split(r'\s{2,}', line.strip())
        if len(values) > 1:
            figures[name] = values
        elif values:
            facts[name] = values[0]
    return figures, facts


def rows_of(path):
    """Read a table."""
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def floats_of(rows, *columns):
    """Return the columns as numbers, a tuple a row."""
    return [tuple(float(row[column]) for column in columns) for row in rows]


def test_the_summary_tells_what_the_run_came_to(block):
    """Frames, contacts, pivots, times, fallbacks, penetration, energy and the solver."""
    process = run('run', block)
    assert process.returncode == 0
    assert process.stderr == ''
    lines = process.stdout.splitlines()
    assert lines[0] == 'block: A block slides and stops.'
    assert re.fullmatch(r'0\.500 s simulated in \d+\.\d+ s, \d+\.\d+ x real time', lines[1])
    assert lines[2] == '6 degrees of freedom, step 1 ms, semi-implicit Euler, 1 thread'
    figures, facts = summary_of(process)
    assert figures['contacts'] == ['4.00', '4']
    for name in ('solve time [µs]', 'step time [µs]'):
        mean, median, high, largest = (float(value) for value in figures[name])
        assert 0 < median <= high <= largest
        assert mean <= largest
    assert facts['frames'] == '500'
    assert facts['solver that ran'] == f'{DEFAULT}, answered 500 of 500 islands'
    assert facts['fallbacks'] == 'none'
    # At the end nothing but the height of the centre is left: 2 kg at 0.05 m.
    assert f'{2 * GRAVITY * 0.05:.6g} J at the end' in facts['energy']
    gain = float(facts['largest gain of energy'].split()[0])
    # Rounding of energies of about 2 J.
    assert gain <= 1e-14


def test_the_summary_fits_in_100_columns_and_has_no_colours(block):
    """It can be read on a narrow terminal and in a file."""
    process = run('run', block, '--solver', 'ActiveSet')
    assert '\033' not in process.stdout + process.stderr
    assert max(len(line) for line in process.stdout.splitlines()) <= 100


def test_the_tables_have_a_row_for_every_step(block, tmp_path):
    """The block stops where Coulomb says, and the ground carries its weight."""
    folder = tmp_path / 'a' / 'results'
    assert run('run', block, '--csv', folder).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        'contacts.csv', 'states.csv', 'steps.csv']
    states = rows_of(folder / 'states.csv')
    assert len(states) == 501
    assert float(states[0]['time']) == 0.0
    assert float(states[-1]['time']) == pytest.approx(0.5)
    # Euler's semi-implicit step loses v h / 2 of the way v^2 / (2 mu g).
    place = [name for name in states[0] if name.startswith('q.') and name.endswith('.x')]
    assert len(place) == 1
    way = 0.981 ** 2 / (2 * 0.5 * GRAVITY)
    assert float(states[-1][place[0]]) == pytest.approx(way - 0.981 * 1e-3 / 2, abs=1e-9)
    assert len(rows_of(folder / 'steps.csv')) == 500
    contacts = rows_of(folder / 'contacts.csv')
    assert len(contacts) == 4 * 500
    last = contacts[-4:]
    assert {row['link_a'] for row in last} == {'ground'}
    assert {row['link_b'] for row in last} == {'block'}
    weight = sum(force for force, in floats_of(last, 'normal_force'))
    assert weight == pytest.approx(2 * GRAVITY, rel=1e-9)
    assert {row['state'] for row in last} <= {'stick', 'separate'}
    first = contacts[:4]
    assert {row['state'] for row in first} <= {'slide', 'separate'}
    friction = sum(force for force, in floats_of(first, 'friction_x'))
    assert friction == pytest.approx(-0.5 * 2 * GRAVITY, rel=1e-9)


def test_a_rate_thins_out_the_tables(block, tmp_path):
    """50 Hz of half a second are 25 rows, and the initial state."""
    assert run('run', block, '--csv', tmp_path, '--set', 'outputs.rate=50').returncode == 0
    times = [value for value, in floats_of(rows_of(tmp_path / 'states.csv'), 'time')]
    assert times == pytest.approx([0.02 * i for i in range(26)])


def test_the_same_run_twice_is_the_same_on_any_number_of_threads(tmp_path):
    """Byte by byte."""
    for name, threads in (('a', 1), ('b', 1), ('c', 2)):
        process = run(
            'run', SCENARIOS / 'falling_box.yaml', '--csv', tmp_path / name, '--threads', threads)
        assert process.returncode == 0
    for table in ('states.csv', 'contacts.csv'):
        first = (tmp_path / 'a' / table).read_bytes()
        assert len(first) > 10000
        assert first == (tmp_path / 'b' / table).read_bytes()
        assert first == (tmp_path / 'c' / table).read_bytes()


def test_a_folder_that_cannot_be_made_is_refused(block, tmp_path):
    """Before anything is simulated; nothing is left behind."""
    file = tmp_path / 'file'
    file.write_text('')
    for option in ('--csv', '--dump-failures'):
        assert 'cannot make the folder' in refusal('run', block, option, file / 'results')
        assert 'cannot make the folder' in refusal('run', block, option, file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ['block.yaml', 'file']


@pytest.mark.parametrize('table', ['states.csv', 'contacts.csv', 'steps.csv'])
def test_a_table_that_cannot_be_written_leaves_none(block, tmp_path, table):
    """A folder stands where a table should: no table gets its name, no temporary one is left."""
    (tmp_path / 'results' / table).mkdir(parents=True)
    message = refusal('run', block, '--csv', tmp_path / 'results')
    assert f'{table}: cannot be written: a folder has this name' in message
    assert [path.name for path in (tmp_path / 'results').iterdir()] == [table]


def test_a_full_disk_leaves_no_tables(block, tmp_path):
    """A limit of the file size is as good as a full disk."""
    def limit_file_size():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

    command = [EXECUTABLE, 'run', str(block), '--csv', str(tmp_path / 'results')]
    process = subprocess.run(
        command, capture_output=True, encoding='utf-8', timeout=60, preexec_fn=limit_file_size)
    assert process.returncode == 2
    assert 'cannot be written: File too large' in process.stderr
    assert list((tmp_path / 'results').iterdir()) == []


def test_settings_change_the_scenario_and_the_solver(block, tmp_path):
    """--set, and the options that are short for it."""
    process = run(
        'run', block, '--set', 'step=0.002', '--duration', '0.4', '--threads', '2', '--set',
        'integrator=runge_kutta_4', '--set', 'materials.default.friction=0.25', '--set',
        'solver.tolerance=1e-8', '--csv', tmp_path)
    assert process.returncode == 0
    assert '6 degrees of freedom, step 2 ms, Runge-Kutta 4, 2 threads' in process.stdout
    assert summary_of(process)[1]['frames'] == '200'
    contacts = rows_of(tmp_path / 'contacts.csv')
    assert {mu for mu, in floats_of(contacts, 'mu')} == {0.25}


def test_the_last_setting_of_a_key_counts(block):
    """And --step goes before them all."""
    process = run('run', block, '--set', 'step=0.002', '--set', 'step=0.005')
    assert summary_of(process)[1]['frames'] == '100'
    process = run('run', block, '--set', 'step=0.002', '--step', '0.01')
    assert summary_of(process)[1]['frames'] == '50'


@pytest.mark.parametrize('setting, expected', [
    ('stepp=1', "unknown key 'stepp'; near it: 'step'"),
    ('contact.direction=8', "near it: 'contact.directions'"),
    ('colour=red', "unknown key 'colour'; known: solver.PARAMETER"),
    ('step=0', "'step': expected a number from 1e-09"),
    ('step=nan', "'step': expected a number"),
    ('step=fast', "found 'fast'"),
    ('step', 'expected key=value'),
    ('=1', 'expected key=value'),
    ('integrator=euler', "expected semi_implicit_euler or runge_kutta_4, found 'euler'"),
    ('solver.speed=1', "unknown parameter 'solver.speed' of contact_sim::RobustReducedLemke"),
    ('solver.tolerance=-1', "'tolerance': expected a number"),
    ('solver.plugin=Magic', "unknown solver 'Magic'; known: ActiveSet"),
    ('materials.ice.friction=0', "no material 'ice'; there are: default"),
    ('materials.default.colour=0', 'expected materials.NAME.friction'),
    ('materials.default.friction=-1', 'expected a number from 0'),
    ('materials.', 'expected key=value'),
    ('materials.=1', 'expected materials.NAME.friction'),
    ('contact.directions=5', 'an even number'),
])
def test_a_bad_setting_is_refused(block, setting, expected):
    """With what there is, or what would be right."""
    assert expected in refusal('run', block, '--set', setting)


@pytest.mark.parametrize('arguments', [
    ['--duration', '-1'], ['--threads', '0'], ['--threads', 'two'], ['--step', '0'],
    ['--solver', 'Magic'], ['--speed', '2']])
def test_bad_arguments_are_refused(block, arguments):
    """As bad settings are."""
    refusal('run', block, *arguments)


def test_a_scenario_that_is_not_there_is_refused(tmp_path):
    """A missing file, a near name, a file that is none."""
    assert 'found no file' in refusal('run', tmp_path / 'missing.yaml')
    assert "near it: 'falling_box'" in refusal('run', 'fallin_box')
    bad = tmp_path / 'bad.yaml'
    bad.write_text('duration: [\n')
    assert 'bad.yaml' in refusal('run', bad)
    assert '--help' in refusal('run')


def test_a_solver_by_its_short_name_really_runs(block):
    """The summary shows the class of the object."""
    for name in ('Dantzig', 'contact_sim::ReducedLemke'):
        process = run('run', block, '--solver', name, '--duration', '0.1')
        assert process.returncode == 0
        short = name.split(':')[-1]
        assert f'contact_sim::{short}, answered 100 of 100' in process.stdout


def test_fallbacks_are_told_by_cause_and_their_problems_kept(block, tmp_path):
    """The active-set method takes no friction: the default solver answers."""
    folder = tmp_path / 'failures'
    process = run('run', block, '--solver', 'ActiveSet', '--dump-failures', folder)
    assert process.returncode == 0
    facts = summary_of(process)[1]
    assert facts['solver that ran'] == 'contact_sim::ActiveSet, answered 0 of 500 islands'
    assert facts['fallbacks'] == 'in 500 steps: not applicable 500'
    assert facts['islands answered by'].startswith('default solver 500,')
    assert facts['default solver'] == DEFAULT
    # What a solver is not made for is no failure that is worth keeping.
    assert list(folder.iterdir()) == []


def test_failed_problems_can_be_solved_again(block, tmp_path):
    """One pivot is not enough; the file tells solver and step."""
    process = run(
        'run', block, '--solver', 'LexicographicLemke', '--set', 'solver.max_pivots=1',
        '--duration', '0.15', '--dump-failures', tmp_path / 'failures')
    assert process.returncode == 0
    files = sorted((tmp_path / 'failures').iterdir())
    assert len(files) == 100
    assert 'written: 100 failed problems' in process.stdout
    first = tmp_path / 'failures' / 'block_step_1_LexicographicLemke.ctp'
    assert first in files
    text = first.read_text()
    assert '# solver: contact_sim::LexicographicLemke' in text
    assert '# step: 1' in text
    assert run('solve', first).returncode == 0


def test_a_failure_can_stop_the_run(block, tmp_path):
    """The exit code is 1; the summary and the tables are those of the steps before."""
    process = run(
        'run', block, '--solver', 'ActiveSet', '--set', 'on_solver_failure=stop',
        '--csv', tmp_path)
    assert process.returncode == 1
    assert 'not applicable' in process.stderr
    assert 'ended before its 0.500 s: stopped by an error in step 1\n' in process.stdout
    assert summary_of(process)[1]['frames'] == '0'
    assert len(rows_of(tmp_path / 'states.csv')) == 1


def test_an_exploding_input_stops_the_run_with_step_joint_and_value(block):
    """1e12 N on 2 kg make 5e8 m/s in a step, beyond the limit of 1e6 m/s."""
    block.write_text(BLOCK + PUSH % '1e12')
    process = run('run', block)
    assert process.returncode == 1
    message, = process.stderr.splitlines()
    assert message.startswith('contact_sim: step 101: joint ')
    assert 'block' in message
    assert 'found 5' in message
    assert summary_of(process)[1]['frames'] == '100'


def test_energy_gains_count_without_input_only(block):
    """A push that makes the block faster is no gain of the simulator."""
    block.write_text(BLOCK + PUSH % '50')
    gain = summary_of(run('run', block))[1]['largest gain of energy']
    assert float(gain.split()[0]) <= 1e-14
    block.write_text(BLOCK + PUSH.replace('0.1', '0.0').replace('0.2', '9.0') % '50')
    gain = summary_of(run('run', block))[1]['largest gain of energy']
    assert gain.startswith('not known')


def test_quiet_prints_nothing_but_errors(block):
    """Scripts look at the exit code."""
    process = run('run', block, '--quiet')
    assert (process.returncode, process.stdout, process.stderr) == (0, '', '')
    process = run(
        'run', block, '--quiet', '--solver', 'ActiveSet', '--set', 'on_solver_failure=stop')
    assert process.returncode == 1
    assert process.stdout == ''
    assert len(process.stderr.splitlines()) == 1


def test_real_time_is_no_faster_than_the_clock(block):
    """And says how far it is, a line a second, where nobody looks at a terminal."""
    start = time.monotonic()
    process = run('run', block, '--real-time', '--duration', '1.5')
    assert time.monotonic() - start >= 1.5
    assert process.returncode == 0
    assert re.search(r'^late steps +\d+ of 1500$', process.stdout, re.MULTILINE)
    line, = process.stderr.splitlines()
    assert re.fullmatch(
        r' +1\.\d+/1\.500 s +[\d.]+ x real time +4 contacts +\d+ N +\d+ pivots +0 failures', line)


def interrupted(block, number, *arguments):
    """Start an endless run, end it after some progress, and return what it left."""
    command = [
        EXECUTABLE, 'run', str(block), '--real-time', '--duration', 'inf',
        *(str(argument) for argument in arguments)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    progress = process.stderr.readline()
    process.send_signal(number)
    output, errors = process.communicate(timeout=20)
    return subprocess.CompletedProcess(command, process.returncode, output, progress + errors)


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_run_with_the_summary_so_far(block, tmp_path, number):
    """The tables are whole, too."""
    process = interrupted(block, number, '--csv', tmp_path / 'results')
    assert process.returncode == 0
    assert '\nended: interrupted\n' in process.stdout
    frames = int(summary_of(process)[1]['frames'])
    assert frames >= 1000
    states = rows_of(tmp_path / 'results' / 'states.csv')
    assert len(states) == frames + 1
    assert None not in states[-1].values()


def test_on_a_terminal_the_progress_is_one_line(block):
    """It is written anew and removed at the end."""
    try:
        parent, child = pty.openpty()
    except OSError as error:
        pytest.skip(f'no terminal to be had: {error}')
    command = [EXECUTABLE, 'run', str(block), '--real-time', '--duration', '0.35']
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child) as process:
        process.communicate(timeout=20)
    os.close(child)
    text = os.read(parent, 100000).decode()
    os.close(parent)
    assert '\n' not in text
    parts = text.split('\r\033[K')
    assert parts[0] == '' and parts[-1] == ''
    assert 2 <= len(parts[1:-1]) <= 5
    for part in parts[1:-1]:
        assert 'real time' in part
        assert len(part) < 80


def test_scenarios_are_listed_with_their_descriptions():
    """In every format, and each of them can be read."""
    process = run('scenarios', '--format', 'json')
    assert process.returncode == 0, process.stdout
    scenarios = {scenario['name']: scenario for scenario in json.loads(process.stdout)}
    shipped = sorted(path.stem for path in SCENARIOS.glob('*.yaml'))
    assert list(scenarios) == shipped
    assert {'humanoid_squat', 'falling_box'} <= set(shipped)
    for scenario in scenarios.values():
        assert scenario['description']
        assert scenario['duration'] > 0
    table = run('scenarios').stdout
    plain = run('scenarios', '--format', 'plain').stdout.splitlines()
    assert [line.split()[0] for line in plain] == shipped
    assert max(len(line) for line in table.splitlines()) <= 100
    for name in shipped:
        assert re.search(f'^{name} ', table, re.MULTILINE)


def test_a_shipped_scenario_runs_by_its_name(tmp_path):
    """From any folder."""
    command = [EXECUTABLE, 'run', 'humanoid_squat', '--duration', '0.2']
    process = subprocess.run(
        command, capture_output=True, encoding='utf-8', timeout=60, cwd=tmp_path)
    assert process.returncode == 0, process.stderr
    assert summary_of(process)[1]['frames'] == '200'
    assert summary_of(process)[1]['fallbacks'] == 'none'


@pytest.mark.parametrize('command', ['run', 'scenarios'])
def test_help_shows_an_example_and_the_exit_codes(command):
    """Every command has a help."""
    process = run(command, '--help')
    assert process.returncode == 0
    for part in ('Usage: ', 'Example:\n  contact_sim ', 'Exit codes: 0 '):
        assert part in process.stdout
    if command == 'run':
        for part in ('contact.directions', 'solver.PARAMETER', '--real-time'):
            assert part in process.stdout
