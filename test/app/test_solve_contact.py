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

"""The executable on contact problems: the solvers are plugins, ours and those of others."""

import json
import os
from pathlib import Path

from executable import parse_plain, refusal, run, solver_names
import pytest

PROBLEMS = Path(os.environ['CONTACT_SIM_PROBLEMS'])
DEFAULT = 'contact_sim::RobustReducedLemke'

# 2 kg fall with 1 m/s and move sideways with the given velocity; friction takes up to 0.5 m/s.
POINT_MASS = """
nv 3 nc 1 d 8
mass 2 0 0 0 2 0 0 0 2
Jn 1 0 0
Jt 0 1 0 0 0 1
bn -1
bt {0} {1}
mu 0.5
"""

# Ten masses of 1 kg on one line that fall on the ground and on each other, without friction.
CHAIN = """
nv 10 nc 10 d 0
inverse_mass {mass}
Jn {normals}
Jt {zeros}
bn {ones}
bt {zeros_b}
mu {zeros_mu}
"""


def chain():
    """Return the text of a problem that an iteration does not solve in one sweep."""
    n = 10
    mass = ' '.join('1' if i == j else '0' for i in range(n) for j in range(n))
    normals = ' '.join(
        '1' if i == j else '-1' if i == j + 1 else '0' for i in range(n) for j in range(n))
    return CHAIN.format(
        mass=mass, normals=normals, zeros='0 ' * (2 * n * n), ones='-1 ' * n,
        zeros_b='0 ' * (2 * n), zeros_mu='0 ' * n)


@pytest.fixture(name='stick')
def make_stick(tmp_path):
    """Write a problem with the solution (2, -0.2, -0.1)."""
    path = tmp_path / 'stick.ctp'
    path.write_text(POINT_MASS.format(0.1, 0.05))
    return path


@pytest.fixture(name='textbook')
def make_textbook(tmp_path):
    """Write an LCP that has the solution (8, 0, 0)."""
    path = tmp_path / 'textbook.lcp'
    path.write_text('3\n1 0 0\n2 1 0\n2 2 1\n-8 -12 -14\n')
    return path


@pytest.fixture(name='hard')
def make_hard(tmp_path):
    """Write a problem that one sweep of Gauss-Seidel does not solve."""
    path = tmp_path / 'hard.ctp'
    path.write_text(chain())
    return path


@pytest.fixture(name='stranger')
def make_stranger(tmp_path):
    """Make a prefix with a package that declares a solver and has no library."""
    prefix = tmp_path / 'stranger'
    index = prefix / 'share/ament_index/resource_index'
    for folder in ('packages', 'contact_sim__pluginlib__plugin'):
        (index / folder).mkdir(parents=True)
        (index / folder / 'stranger').write_text('share/stranger/plugins.xml\n')
    share = prefix / 'share/stranger'
    share.mkdir()
    share.joinpath('package.xml').write_text('<package><name>stranger</name></package>')
    share.joinpath('plugins.xml').write_text(
        '<library path="nowhere"><class type="stranger::Dantzig" '
        'base_class_type="contact_sim::ContactSolver"/></library>')
    return prefix


def short_names():
    """Return the names of the plugins without their namespace."""
    return [name.split('::')[-1] for name in solver_names('contact')]


def answers(*arguments, **variables):
    """Solve and return what the json format says."""
    return json.loads(run('solve', *arguments, '--format', 'json', **variables).stdout)


def test_the_plugins_are_found():
    """Every method of the papers is one, and the executable finds them by itself."""
    assert set(short_names()) >= {
        'ActiveSet', 'Dantzig', 'Lemke', 'LexicographicLemke', 'ProjectedGaussSeidel',
        'ReducedLemke', 'RobustLemke', 'RobustReducedLemke', 'StructuredLemke'}


def test_plain_output_has_every_field(stick):
    """Impulses, then the LCP's z; the four residuals stand in comments."""
    process = run('solve', stick, '--solver', 'Lemke', '--format', 'plain')
    assert process.returncode == 0
    assert process.stderr == ''
    assert process.stdout.splitlines()[0] == f'# {stick} Lemke'
    answer = parse_plain(process.stdout)
    assert list(answer) == ['status', 'iterations', 'time_us', 'residual', 'lambda', 'z']
    assert answer['lambda'] == pytest.approx([2, -0.2, -0.1], abs=1e-12)
    facts = dict(
        line[2:].split(': ') for line in process.stdout.splitlines() if line.count(': ') == 1)
    parts = ['penetration_rate', 'complementarity', 'cone_violation', 'dissipation_gap']
    assert max(float(facts[name]) for name in parts) == answer['residual'][0]
    assert facts['ran'] == 'contact_sim::Lemke'
    assert facts['friction'] == 'polygon'
    # 0.1 on the corner at 225 degrees and the rest on the one at 180, nothing slides.
    root = 2 ** 0.5
    assert answer['z'] == pytest.approx([2, 0, 0, 0, 0, 0.1, 0.1 * root, 0, 0, 0], abs=1e-12)


def test_z_is_left_out_where_the_answer_is_not_of_the_lcp(tmp_path):
    """Sliding between two corners: the cone's answer is not in the polygon."""
    path = tmp_path / 'slide.ctp'
    path.write_text(POINT_MASS.format(2, 0.5))
    answer, = answers(path, '--solver', 'ProjectedGaussSeidel')
    assert answer['status'] == 0
    assert answer['friction'] == 'cone'
    assert answer['z'] is None
    # Friction of 1 N s against the sliding velocity; 1e-9 of residual is 4e-5 of direction.
    speed = (2 ** 2 + 0.5 ** 2) ** 0.5
    assert answer['lambda'] == pytest.approx([2, -2 / speed, -0.5 / speed], abs=1e-4)
    polygon, = answers(path, '--solver', 'RobustLemke')
    assert polygon['friction'] == 'polygon'
    # The corner at 180 degrees, and a slip of 2 m/s less 0.5 m/s.
    assert polygon['z'] == pytest.approx([2, 0, 0, 0, 0, 1, 0, 0, 0, 1.5], abs=1e-9)


def test_the_default_is_the_robust_reduced_method(stick):
    """Without a name, and it is the one that ran."""
    answer, = answers(stick)
    assert answer['solver'] == 'RobustReducedLemke'
    assert answer['ran'] == DEFAULT
    assert answer['lambda'] == pytest.approx([2, -0.2, -0.1], abs=1e-9)


def test_json_has_the_four_residuals(stick):
    """By name, and the sizes of the problem."""
    answer, = answers(stick, '--solver', 'Dantzig')
    assert answer['contacts'] == 1
    assert answer['nv'] == 3
    assert max(answer['residuals'].values()) == answer['residual']
    assert list(answer['residuals']) == [
        'penetration_rate', 'complementarity', 'cone_violation', 'dissipation_gap']


def test_a_solver_is_taken_by_its_full_or_its_short_name(stick):
    """The same class both times."""
    first, = answers(stick, '--solver', 'contact_sim::StructuredLemke')
    second, = answers(stick, '--solver', 'StructuredLemke')
    assert first['ran'] == second['ran'] == 'contact_sim::StructuredLemke'


def test_all_takes_the_solvers_that_fit_each_file(stick, textbook):
    """Plugins on contact problems, algorithms on LCPs."""
    found = answers(stick, textbook, '--solver', 'all')
    assert [a['solver'] for a in found if a['file'] == str(stick)] == short_names()
    assert [a['solver'] for a in found if a['file'] == str(textbook)] == solver_names()
    for answer in found[:len(short_names())]:
        assert answer['ran'] == f"contact_sim::{answer['solver']}"
        if answer['solver'] == 'ActiveSet':
            assert answer['status'] == 7
        else:
            assert answer['lambda'] == pytest.approx([2, -0.2, -0.1], abs=1e-8)


def test_both_kinds_of_files_have_their_defaults_and_tables(stick, textbook):
    """One command may solve both."""
    assert [a['solver'] for a in answers(stick, textbook)] == [
        'RobustReducedLemke', 'robust_lemke']
    process = run('solve', stick, textbook)
    assert process.returncode == 0
    heads = [line.split() for line in process.stdout.splitlines() if line.startswith('problem')]
    assert heads[0][:2] == ['problem', 'n']
    assert heads[1] == [
        'problem', 'contacts', 'nv', 'solver', 'status', 'iterations', 'time', '[µs]', 'residual',
        'ran']
    assert '2 problems, 2 solvers: 2 solved, 0 not solved' in process.stdout


def test_a_solver_of_the_other_kind_is_refused(stick, textbook):
    """The message says what it takes and what there is."""
    message = refusal('solve', stick, '--solver', 'robust_lemke')
    assert f"solver robust_lemke takes .lcp files, found '{stick}'" in message
    assert 'RobustReducedLemke' in message
    message = refusal('solve', textbook, '--solver', 'RobustReducedLemke')
    assert f"solver RobustReducedLemke takes .ctp files, found '{textbook}'" in message
    assert 'robust_lemke' in message


def test_an_unknown_solver_lists_both_kinds(stick):
    """The message helps to find the right name."""
    message = refusal('solve', stick, '--solver', 'magic')
    assert "unknown solver 'magic'" in message
    assert 'dantzig' in message
    assert 'Dantzig' in message


def test_a_bad_contact_file_is_named_with_line_and_reason(tmp_path):
    """As an .lcp file is."""
    path = tmp_path / 'bad.ctp'
    path.write_text(POINT_MASS.format('x', 0))
    assert refusal('solve', path).startswith(f'contact_sim: {path}:7: expected ')


def test_a_parameter_goes_to_the_plugins_that_know_it(stick):
    """And is checked by their specs."""
    assert run('solve', stick, '--solver', 'all', '--set', 'max_sweeps=100').stderr == ''
    assert run('solve', stick, '--set', 'tolerance=1e-6').returncode == 0
    assert 'tolerance' in refusal('solve', stick, '--set', 'tolerance=-1')
    message = refusal('solve', stick, '--set', 'speed=1')
    assert "unknown parameter 'speed' of solver RobustReducedLemke" in message
    assert 'tolerance' in message


def test_a_problem_without_contacts_is_solved(tmp_path):
    """By every plugin and in every format."""
    path = tmp_path / 'empty.ctp'
    path.write_text('nv 1 nc 0 d 8 mass 1 Jn Jt bn bt mu\n')
    for form in ('table', 'plain', 'json'):
        process = run('solve', path, '--solver', 'all', '--format', form)
        assert process.returncode == 0, process.stdout + process.stderr


def test_repeat_starts_from_the_answer_before(hard):
    """A solver that uses a guess has less to do the second time."""
    once, = answers(hard, '--solver', 'ProjectedGaussSeidel')
    again, = answers(hard, '--solver', 'ProjectedGaussSeidel', '--repeat', '3')
    assert once['status'] == again['status'] == 0
    assert again['iterations'] < once['iterations']
    for wrong in ('0', '-1', 'x'):
        assert '--repeat' in refusal('solve', hard, '--repeat', wrong)


def test_repeat_takes_lcps_too(textbook):
    """The answer is the same."""
    answer, = answers(textbook, '--repeat', '3')
    assert answer['z'] == pytest.approx([8, 0, 0], abs=1e-9)


def test_failures_are_dumped(hard, tmp_path):
    """Whole problems that read back, with who failed and how as facts."""
    folder = tmp_path / 'new' / 'failures'
    process = run(
        'solve', hard, '--solver', 'ProjectedGaussSeidel', '--set', 'max_sweeps=1',
        '--dump-failures', folder)
    assert process.returncode == 1
    dumped, = folder.iterdir()
    assert dumped.name == 'hard_ProjectedGaussSeidel.ctp'
    assert f'dumped: {dumped}' in process.stdout
    text = dumped.read_text()
    assert '# solver: contact_sim::ProjectedGaussSeidel' in text
    assert '# status: ' in text
    first, = answers(hard)
    again, = answers(dumped)
    assert again['status'] == 0
    # The same problem: ten masses, the n-th carries what is above it; factored and back.
    assert again['lambda'] == pytest.approx(first['lambda'], abs=1e-9)


def test_only_failures_are_dumped(stick, textbook, tmp_path):
    """Neither what was solved nor what a solver is not made for."""
    folder = tmp_path / 'failures'
    process = run('solve', stick, textbook, '--solver', 'all', '--dump-failures', folder)
    assert process.returncode == 1, 'not applicable to ActiveSet'
    assert list(folder.iterdir()) == []


def test_dumps_of_the_same_name_do_not_replace_each_other(hard, tmp_path):
    """Two folders may hold files of one name."""
    other = tmp_path / 'other' / hard.name
    other.parent.mkdir()
    other.write_text(hard.read_text())
    folder = tmp_path / 'failures'
    run('solve', hard, other, '--solver', 'ProjectedGaussSeidel', '--set', 'max_sweeps=1',
        '--dump-failures', folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        'hard_ProjectedGaussSeidel.ctp', 'hard_ProjectedGaussSeidel_2.ctp']


def test_a_folder_that_cannot_be_made_is_named(stick, tmp_path):
    """Before anything is solved."""
    path = tmp_path / 'file'
    path.write_text('')
    assert f'{path}: cannot make the folder' in refusal('solve', stick, '--dump-failures', path)


def test_solvers_show_their_traits():
    """In json by name, in the table in words."""
    solvers = {solver['name']: solver for solver in json.loads(
        run('solvers', '--format', 'json').stdout)}
    assert solvers['contact_sim::ActiveSet']['traits']['friction'] is False
    assert solvers['contact_sim::ProjectedGaussSeidel']['traits'] == {
        'law': 'cone', 'friction': True, 'exact': False, 'warm_start': True,
        'needs_matrix': False}
    assert solvers['contact_sim::Lemke']['traits']['needs_matrix'] is True
    assert 'friction in the cone, iterative, warm start' in run('solvers').stdout
    for name in solver_names('contact'):
        assert 'tolerance' in [p['name'] for p in solvers[name]['parameters']]


def test_a_plugin_that_cannot_be_loaded_is_shown(stranger):
    """With its error, and the exit status tells."""
    for form in ('table', 'plain', 'json'):
        process = run('solvers', '--format', form, AMENT_PREFIX_PATH=str(stranger))
        assert process.returncode == 1
        assert 'stranger::Dantzig' in process.stdout
        assert 'cannot be loaded' in process.stdout
        assert DEFAULT in process.stdout, 'the others are listed all the same'


def test_a_plugin_that_cannot_be_loaded_does_not_stop_the_others(stick, stranger):
    """All others run; the exit status and a message tell."""
    process = run(
        'solve', stick, '--solver', 'all', '--format', 'json', AMENT_PREFIX_PATH=str(stranger))
    assert process.returncode == 1
    assert len(json.loads(process.stdout)) == len(short_names())
    assert process.stderr.startswith('contact_sim: stranger::Dantzig cannot be loaded')
    message = refusal(
        'solve', stick, '--solver', 'stranger::Dantzig', AMENT_PREFIX_PATH=str(stranger))
    assert 'stranger::Dantzig cannot be loaded' in message


def test_an_ambiguous_short_name_is_refused(stick, stranger):
    """The message lists the full names; each of them is still taken."""
    message = refusal('solve', stick, '--solver', 'Dantzig', AMENT_PREFIX_PATH=str(stranger))
    assert ("several solvers are called 'Dantzig': contact_sim::Dantzig, stranger::Dantzig"
            in message)
    answer, = answers(
        stick, '--solver', 'contact_sim::Dantzig', AMENT_PREFIX_PATH=str(stranger))
    assert answer['solver'] == answer['ran'] == 'contact_sim::Dantzig'


def test_the_solvers_of_the_shipped_problems():
    """The default solves every contact problem that is shipped."""
    paths = sorted(PROBLEMS.glob('*.ctp'))
    assert paths
    assert {answer['status'] for answer in answers(*paths)} == {0}
