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

"""The executable as a user or another program sees it: solve and solvers."""

import json
import math
import os
from pathlib import Path
import subprocess

from executable import EXECUTABLE, parse_plain, refusal, run, solver_names
import pytest

PROBLEMS = Path(os.environ['CONTACT_SIM_PROBLEMS'])

TEXTBOOK = '# z: 8 0 0\n3\n1 0 0\n2 1 0\n2 2 1\n-8 -12 -14\n'
IMPOSSIBLE = '# expect: none\n2\n1 -1\n-1 1\n-1 -1\n'


def read_problem(path):
    """Read M and q of an .lcp file."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith('#')]
    size, *numbers = ' '.join(lines).split()
    n = int(size)
    numbers = [float(number) for number in numbers]
    return [numbers[i * n:(i + 1) * n] for i in range(n)], numbers[n * n:]


def inverse_root(values):
    """Return the scale of a row or column of M with these entries."""
    largest = max(abs(value) for value in values)
    return 1.0 / math.sqrt(largest) if largest > 0.0 else 1.0


def residual(path, z):
    """Measure the scaled natural map, independently of the C++ judge."""
    M, q = read_problem(path)
    rows = [inverse_root(row) for row in M]
    columns = [inverse_root(column) for column in zip(*M)]
    scale = max(abs(q_i) * row for q_i, row in zip(q, rows)) or 1.0
    w = [sum(m * z_j for m, z_j in zip(row, z)) + q_i for row, q_i in zip(M, q)]
    return max(
        abs(min(z_i / column, row * w_i))
        for z_i, w_i, row, column in zip(z, w, rows, columns)) / scale


@pytest.fixture(name='textbook')
def make_textbook(tmp_path):
    """Write a problem that has the solution (8, 0, 0)."""
    path = tmp_path / 'textbook.lcp'
    path.write_text(TEXTBOOK)
    return path


@pytest.fixture(name='impossible')
def make_impossible(tmp_path):
    """Write a problem that has no solution."""
    path = tmp_path / 'impossible.lcp'
    path.write_text(IMPOSSIBLE)
    return path


def test_plain_output_has_every_field(textbook):
    """Another program can read status, iterations, time, residual and z."""
    process = run('solve', textbook, '--format', 'plain')
    assert process.returncode == 0
    assert process.stderr == ''
    lines = process.stdout.splitlines()
    assert lines[0] == f'# {textbook} robust_lemke'
    assert '# solved' in lines
    answer = parse_plain(process.stdout)
    assert list(answer) == ['status', 'iterations', 'time_us', 'residual', 'z']
    assert answer['status'] == [0]
    assert answer['time_us'][0] > 0
    assert answer['z'] == pytest.approx([8, 0, 0], abs=1e-9)


@pytest.mark.parametrize('path', sorted(PROBLEMS.glob('*.lcp')), ids=lambda path: path.stem)
@pytest.mark.parametrize('solver', solver_names())
def test_what_is_called_solved_is_solved(path, solver):
    """The residual of an answer, measured again here, is as small as claimed."""
    process = run('solve', path, '--solver', solver, '--format', 'plain')
    answer = parse_plain(process.stdout)
    measured = residual(path, answer['z'])
    # Both sum up to n products of numbers of order one (scaled) and differ by their rounding.
    assert measured == pytest.approx(answer['residual'][0], rel=1e-6, abs=1e-12)
    assert process.returncode == (0 if answer['status'] == [0] else 1)
    if answer['status'] == [0]:
        # The default tolerance of every solver.
        assert measured <= 1.01e-9


def test_the_shipped_problems_are_there():
    """The parametrized test above is not empty."""
    assert len(list(PROBLEMS.glob('*.lcp'))) >= 14


@pytest.mark.parametrize('path', sorted(PROBLEMS.glob('*.lcp')), ids=lambda path: path.stem)
def test_the_known_solutions_are_solutions(path):
    """The fact z of a shipped problem solves it."""
    for line in path.read_text().splitlines():
        if line.startswith('# z:'):
            z = [float(number) for number in line[4:].split()]
            # z is rounded to double, and n <= 24 products are summed.
            assert residual(path, z) < 1e-14


def test_the_block_slides_as_newton_says():
    """8 N of push less 4.905 N of friction move 1 kg by 3.095 mm/s in 1 ms."""
    process = run('solve', PROBLEMS / 'block_on_plane.lcp', '--format', 'plain')
    z = parse_plain(process.stdout)['z']
    assert z[20:] == pytest.approx([0.003095] * 4, rel=1e-6)
    assert sum(z[:4]) == pytest.approx(0.00981, rel=1e-6)


def test_a_problem_that_is_not_solved_exits_1(impossible):
    """The status has a number and a name, and the best z is printed all the same."""
    process = run('solve', impossible, '--format', 'plain')
    assert process.returncode == 1
    answer = parse_plain(process.stdout)
    assert answer['status'][0] > 0
    assert len(answer['z']) == 2


def test_one_failure_among_several_exits_1(textbook, impossible):
    """The exit code is 0 only if every pair of file and solver was solved."""
    assert run('solve', textbook, textbook).returncode == 0
    assert run('solve', textbook, impossible).returncode == 1


def test_json_holds_one_object_for_each_solve(textbook, impossible):
    """The whole output is one array."""
    process = run('solve', textbook, impossible, '--format', 'json')
    solved, failed = json.loads(process.stdout)
    assert list(solved) == [
        'file', 'n', 'solver', 'status', 'status_name', 'detail', 'iterations', 'backtracks',
        'time_us', 'residual', 'z', 'expected']
    assert solved['file'] == str(textbook)
    assert solved['n'] == 3
    assert solved['status_name'] == 'solved'
    assert solved['expected'] == 'as expected'
    assert solved['z'] == pytest.approx([8, 0, 0], abs=1e-9)
    assert failed['status'] > 0
    assert failed['expected'] == 'as expected'


def test_json_is_valid_for_a_file_name_that_is_not_utf_8(tmp_path):
    """A file name may hold any byte."""
    path = os.path.join(os.fsencode(tmp_path), b'b\xff.lcp')
    with open(path, 'w') as file:
        file.write(TEXTBOOK)
    command = [os.fsencode(EXECUTABLE), b'solve', path, b'--format', b'json']
    process = subprocess.run(command, capture_output=True, timeout=60)
    assert process.returncode == 0
    assert len(json.loads(process.stdout.decode('utf-8'))) == 1


def test_table_lines_up_and_counts(textbook, impossible):
    """A table for reading: a header, a row for each solve, the counts."""
    process = run('solve', textbook, impossible)
    header, first, second, blank, counts = process.stdout.splitlines()
    assert header.split()[:5] == ['problem', 'n', 'solver', 'status', 'pivots']
    assert first.startswith('textbook.lcp ')
    assert first.endswith('as expected')
    assert second.index('robust_lemke') == first.index('robust_lemke')
    assert first.index('as expected') == second.index('as expected') == header.index('expected')
    assert blank == ''
    assert counts == '2 problems, 1 solver: 1 solved, 1 not solved'


def test_table_of_one_solve_shows_z(textbook):
    """With one file and one solver the answer itself is of interest."""
    line = run('solve', textbook).stdout.splitlines()[-1]
    assert line.startswith('z = ')
    z = [float(number) for number in line.split()[2:]]
    assert z == pytest.approx([8, 0, 0], abs=1e-9)


def test_another_solution_than_the_known_one_is_named(tmp_path):
    """Where a problem has several solutions, the known one need not be found."""
    path = tmp_path / 'segment.lcp'
    path.write_text('# z: 0.4 0.6\n2\n1 1\n1 1\n-1 -1\n')
    answer, = json.loads(run('solve', path, '--format', 'json').stdout)
    assert answer['status'] == 0
    assert answer['expected'] == 'other solution'


def test_a_solution_where_none_is_expected_is_named(tmp_path):
    """A wrong fact in the file does not go unseen."""
    path = tmp_path / 'wrong.lcp'
    path.write_text('# expect: none\n1 1 -1\n')
    answer, = json.loads(run('solve', path, '--format', 'json').stdout)
    assert answer['expected'] == 'unexpected'


def test_a_problem_of_size_zero_is_solved(tmp_path):
    """Nothing in contact is a problem too, in every format."""
    path = tmp_path / 'empty.lcp'
    path.write_text('0\n')
    for form in ('table', 'plain', 'json'):
        assert run('solve', path, '--format', form).returncode == 0


def test_all_runs_every_solver(textbook):
    """--solver all gives one answer a solver, in the order of the list."""
    process = run('solve', textbook, '--solver', 'all', '--format', 'json')
    assert [answer['solver'] for answer in json.loads(process.stdout)] == solver_names()


def test_set_changes_a_parameter(textbook):
    """A parameter may stand before the files, and several may be given."""
    assert run('solve', '--set', 'epsilon=1e-3', textbook).returncode == 0
    process = run('solve', '--set', 'epsilon=1e-3', '--set', 'max_pivots=1', textbook)
    assert process.returncode == 1


def test_set_goes_to_the_solvers_that_know_it(textbook):
    """With all solvers a parameter of one of them is no error."""
    process = run('solve', textbook, '--solver', 'all', '--set', 'epsilon=1e-3')
    assert process.returncode in (0, 1)
    assert process.stderr == ''


def test_an_unknown_parameter_lists_the_known_ones(textbook):
    """With one solver, and where no solver knows it."""
    message = refusal('solve', textbook, '--set', 'speed=1')
    assert "unknown parameter 'speed'" in message
    assert 'epsilon' in message
    message = refusal('solve', textbook, '--solver', 'all', '--set', 'speed=1')
    assert "unknown parameter 'speed'" in message


@pytest.mark.parametrize('setting', ['epsilon', 'epsilon=', 'epsilon=x', 'epsilon=-1', '=1'])
def test_a_bad_setting_is_refused(textbook, setting):
    """A value that is missing, no number or out of range."""
    assert 'expected' in refusal('solve', textbook, '--set', setting)


def test_an_unknown_solver_lists_the_known_ones(textbook):
    """The message helps to find the right name."""
    message = refusal('solve', textbook, '--solver', 'magic')
    assert "unknown solver 'magic'" in message
    assert 'robust_lemke' in message


@pytest.mark.parametrize('command', ['solve', 'solvers'])
def test_an_unknown_format_lists_the_known_ones(textbook, command):
    """The message helps to find the right name."""
    files = [textbook] if command == 'solve' else []
    message = refusal(command, *files, '--format', 'xml')
    assert "unknown format 'xml'; known: table, plain, json" in message


def test_a_missing_file_is_named(textbook, tmp_path):
    """Nothing is solved before every file is read."""
    missing = tmp_path / 'missing.lcp'
    assert f'{missing}: cannot open' in refusal('solve', textbook, missing)
    assert f'{tmp_path}: expected a problem file' in refusal('solve', textbook, tmp_path)


@pytest.mark.parametrize('text, place, found', [
    ('1\nnan\n-1\n', 2, "'nan'"),
    ('1\n1\n-inf\n', 3, "'-inf'"),
    ('1\n1\n', 3, '0 before the end of the file'),
    ('1\n1\n-1\n5\n', 4, "'5'"),
    ('1000000000\n1\n', 1, "'1000000000'"),
    ('', 1, 'the end of the file'),
])
def test_a_bad_file_is_named_with_line_and_reason(tmp_path, text, place, found):
    """The message names file, line and reason."""
    path = tmp_path / 'bad.lcp'
    path.write_text(text)
    message = refusal('solve', path)
    assert message.startswith(f'contact_sim: {path}:{place}: expected ')
    assert message.endswith(f'found {found}\n')


@pytest.mark.parametrize('arguments', [
    ['solve'], ['dance'], ['solve', '--speed', '3', 'a.lcp'], ['solvers', 'a.lcp']])
def test_bad_arguments_are_refused(arguments):
    """The message points to the help."""
    assert '--help' in refusal(*arguments)


def test_without_arguments_the_help_is_shown():
    """It goes to stderr, since nothing was asked for."""
    process = run()
    assert process.returncode == 2
    assert process.stdout == ''
    assert 'Usage: contact_sim' in process.stderr


@pytest.mark.parametrize('command', [[], ['solve'], ['solvers']])
def test_help_shows_an_example_and_the_exit_codes(command):
    """Every command has a help."""
    process = run(*command, '--help')
    assert process.returncode == 0
    assert process.stderr == ''
    for part in ('Usage: ', 'Example:\n  contact_sim ', 'Exit codes: 0 '):
        assert part in process.stdout


def test_version_is_shown():
    """The name and three numbers."""
    name, number = run('--version').stdout.split()
    assert name == 'contact_sim'
    assert len(number.split('.')) == 3


def test_solvers_plain_has_one_line_a_solver():
    """First the name, then what it takes, then what it is for."""
    process = run('solvers', '--format', 'plain')
    assert process.returncode == 0
    for line in process.stdout.splitlines():
        name, takes, purpose = line.split(maxsplit=2)
        assert name.replace('::', '').isidentifier()
        assert takes == ('contact' if '::' in name else 'lcp')
        assert purpose


def test_solvers_table_and_json_show_the_parameters():
    """With default, unit, range and meaning."""
    solvers = {solver['name']: solver for solver in json.loads(
        run('solvers', '--format', 'json').stdout)}
    assert list(solvers) == solver_names() + solver_names('contact')
    parameters = {p['name']: p for p in solvers['robust_lemke']['parameters']}
    epsilon = parameters['epsilon']
    assert list(epsilon) == [
        'name', 'type', 'default', 'unit', 'minimum', 'maximum', 'description']
    table = run('solvers').stdout
    assert epsilon['description'] in table
    for name, solver in solvers.items():
        assert f"\n{name} ({solver['takes']})" in table
