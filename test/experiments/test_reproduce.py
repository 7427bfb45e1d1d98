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

"""The command `contact_sim reproduce`: what it writes, and what quick experiments must show."""

import csv
import os
from pathlib import Path
import subprocess
import xml.dom.minidom

import pytest

EXECUTABLE = os.environ['CONTACT_SIM_EXECUTABLE']


def reproduce(*arguments):
    """Run the command."""
    return subprocess.run(
        [EXECUTABLE, 'reproduce', *map(str, arguments)], capture_output=True, text=True,
        timeout=300, check=False)


def rows(path):
    """Return the rows of a CSV file, each a dictionary."""
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def quick(name, tmp_path_factory):
    """Run a quick experiment; return its folder and what was told."""
    folder = tmp_path_factory.mktemp(name)
    result = reproduce(name, '--quick', '--out', folder)
    assert result.returncode == 0, result.stderr
    return folder, result


@pytest.fixture(scope='module')
def sharaf(tmp_path_factory):
    """Return the folder that the experiment has filled, and what was told."""
    return quick('sharaf', tmp_path_factory)


@pytest.fixture(scope='module')
def lloyd(tmp_path_factory):
    """Return what the experiment has left."""
    return quick('lloyd', tmp_path_factory)


@pytest.fixture(scope='module')
def egan(tmp_path_factory):
    """Return what the experiment has left."""
    return quick('egan', tmp_path_factory)


@pytest.fixture(scope='module')
def solvers(tmp_path_factory):
    """Return what the experiment has left."""
    return quick('solvers', tmp_path_factory)


def test_an_unknown_experiment_is_refused_with_the_known_names(tmp_path):
    """And nothing is written."""
    result = reproduce('nothing', '--out', tmp_path / 'out')
    assert result.returncode == 2
    assert 'sharaf' in result.stderr
    assert not (tmp_path / 'out').exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    """A file stands where the folder should be."""
    (tmp_path / 'taken').write_text('', encoding='utf-8')
    result = reproduce('sharaf', '--quick', '--out', tmp_path / 'taken')
    assert result.returncode == 2
    assert 'taken' in result.stderr


def test_tables_plots_and_one_page_are_written(sharaf):
    """SVG that another parser reads; a page that refers to no other file; no half files."""
    folder, result = sharaf
    for path in folder.glob('*.svg'):
        assert xml.dom.minidom.parse(str(path)).documentElement.tagName == 'svg'
    page = (folder / 'index.html').read_text(encoding='utf-8')
    assert 'Lemke' in page
    assert '<svg' in page
    assert 'src=' not in page and '<link' not in page
    assert not list(folder.glob('*.part*'))
    text = (folder / 'sharaf.md').read_text(encoding='utf-8')
    for path in [*folder.glob('*.svg'), *folder.glob('*.csv')]:
        assert path.name in text
    assert Path(result.stdout.splitlines()[-1].split(' ', 1)[1]).exists()


def test_progress_is_plain_lines_where_nobody_watches(sharaf):
    """No carriage return in a log file."""
    _, result = sharaf
    assert '\r' not in result.stderr
    assert 'sharaf: done' in result.stderr


def test_sharaf_finds_the_answers_of_the_paper(sharaf):
    """All three, and no random problem is lost."""
    folder, result = sharaf
    assert 'sharaf: 2 kept, 0 short' in result.stdout
    answers = [row['z'] for row in rows(folder / 'sharaf_examples.csv')]
    assert answers == ['(8, 0, 0)', '(1.0714, 4.6429, 0, 0, 0)', '(1, 1, 0)']
    random = rows(folder / 'sharaf_random.csv')
    assert all(row['active set: solved [%]'] == '100' for row in random)


def test_lloyds_pivots_grow_with_the_contacts_and_the_reduced_ones_with_the_bodies(lloyd):
    """Pivots, which no busy machine changes: n for the standard, far below n for the reduced."""
    folder, _ = lloyd
    peg = rows(folder / 'lloyd_peg-pivots.csv')
    assert [row['contacts'] for row in peg] == ['8', '16', '32']
    few, many = peg[0], peg[-1]
    for name, low, high in (('LexicographicLemke', 2.8, 8.0), ('ReducedLemke', 1.0, 2.8)):
        # Four times the contacts: four times the pivots, or less than n to the power 0.75.
        assert low < float(many[name]) / float(few[name]) < high, name
    assert float(many['LexicographicLemke']) > 4 * float(many['ReducedLemke'])


def test_lloyds_problems_are_solved_by_the_paper_s_methods_and_not_by_the_textbook(lloyd):
    """If plain Lemke ever solves the peg in the hole, the problems are too easy."""
    folder, _ = lloyd
    for table in ('peg', 'bodies', 'stacks'):
        for row in rows(folder / f'lloyd_{table}-solved.csv'):
            for name in ('default', 'ReducedLemke', 'LexicographicLemke'):
                assert row[f'{name} [%]'] == '100', (table, name, row)
    assert all(float(row['Lemke [%]']) < 100 for row in rows(folder / 'lloyd_peg-solved.csv'))


def test_egans_answers_are_those_of_the_paper(egan):
    """No wrong answer; the search finds all four, the two baselines lose the max form."""
    folder, result = egan
    assert 'egan: 5 kept, 0 short' in result.stdout
    examples = rows(folder / 'egan_examples.csv')
    assert not [row for row in examples if row['right'] == 'no']
    for name in ('robust_lemke', 'default plugin'):
        assert [row['right'] for row in examples if row['solver'] == name] == ['yes'] * 4
    for row in examples:
        if row['solver'] == 'lemke' and 'max' in row['example']:
            assert row['status'] == 'no solution (ray)'
    past = [row['position'] for row in examples if 'past' in row['example'] and row['right']]
    assert set(past) == {'(−3, 1)'}


def test_egans_block_is_stopped_by_the_invisible_wall_only_where_constraints_are_convex(egan):
    """And the LCP has the rows of the paper's table."""
    folder, _ = egan
    table = {row['form']: row for row in rows(folder / 'egan_rows.csv')}
    assert abs(float(table['off']['speed at 0.2 s [m/s]'])) < 0.05
    for form in ('max', 'summation', 'auto'):
        # v - mu g t, to the speed that friction takes in two steps
        speed = float(table[form]['speed at 0.2 s [m/s]'])
        assert speed == pytest.approx(0.5 - 0.1 * 9.81 * 0.2, abs=2e-3)
        assert int(table[form]['groups g']) > 0
    for row in table.values():
        assert row["rows by the paper's table"] == row['rows of our LCP']
        assert row['failed steps'] == '0'


def test_the_default_solver_loses_no_problem_of_any_family(solvers):
    """And the families are hard enough that others do."""
    folder, result = solvers
    assert 'solvers: 1 kept, 0 short' in result.stdout
    for path in folder.glob('solvers_*-solved.csv'):
        assert all(row['RobustReducedLemke [%]'] == '100' for row in rows(path)), path.name
    families = rows(folder / 'solvers_families.csv')
    assert len(families) >= 38
    assert all(row['RobustReducedLemke [%]'] == '100' for row in families)
    hard = {row['family']: row for row in families}
    assert float(hard['face']['Lemke [%]']) < 100
    assert float(hard['heavy on light']['ProjectedGaussSeidel [%]']) < 100
    # A refusal is empty, not a failure.
    assert hard['face']['ActiveSet [%]'] == '' and hard['frictionless']['ActiveSet [%]'] == '100'


def test_every_plugin_stands_in_the_table_of_solvers(solvers):
    """The names are those that `contact_sim solvers` lists."""
    folder, _ = solvers
    listed = subprocess.run(
        [EXECUTABLE, 'solvers'], capture_output=True, text=True, timeout=120, check=True).stdout
    for row in rows(folder / 'solvers_summary.csv'):
        assert row['solver'] + ' (contact)' in listed


def frames_of(table):
    """Return the rows of a table of frames: by what they are, then by solver."""
    return {row['frames']: row for row in rows(table)}


def test_the_squat_defeats_plain_lemke_and_neither_the_robust_nor_the_default_solver(
        tmp_path_factory):
    """The paper's Table I in short: if Lemke loses nothing, the scene is too easy."""
    folder, _ = quick('yamane-1', tmp_path_factory)
    table = frames_of(folder / 'yamane-1_table-1.csv')
    failure = {solver: value for solver, value in table['failure'].items() if solver != 'frames'}
    assert failure['robust'] == '0'
    assert failure['default'] == '0'
    assert int(failure['Lemke']) > 0, 'the scene is too easy: plain Lemke solves all of it'
    assert {table['total frames'][solver] for solver in failure} == {'200'}
    # Twice as many points as the soles have corners: what makes it hard.
    assert float(table['contacts, mean']['Lemke']) >= 15
    # Who fails, fails in one of the ways that are told apart.
    for solver in failure:
        kinds = ['no solution', 'cycle', 'error', 'out of pivots']
        assert sum(int(table[kind][solver]) for kind in kinds) == int(failure[solver])


def test_the_feet_carry_weight_and_inertia_in_every_step(tmp_path_factory):
    """To 1e-6 of the weight; left and right alike, since the squat is."""
    folder, result = quick('yamane-force', tmp_path_factory)
    assert 'yamane-force: 2 kept, 0 short' in result.stdout, result.stdout
    samples = rows(folder / 'yamane-force_forces.csv')
    assert len(samples) >= 20
    for row in samples:
        both = float(row['both [N]'])
        assert abs(both - float(row['weight + inertia [N]'])) < 1e-6 * 77.5
        assert abs(float(row['left foot [N]']) + float(row['right foot [N]']) - both) < 1e-9
    # It moves: the force is not the weight all the time.
    forces = [float(row['both [N]']) for row in samples]
    assert max(forces) - min(forces) > 5.0


def test_a_pushed_box_slides_the_way_it_is_pushed(tmp_path_factory):
    """The default solver within 0.1 degrees all round, octagons of friction by far not."""
    folder, _ = quick('physics', tmp_path_factory)
    table = {row['solver']: row for row in rows(folder / 'physics_motion.csv')}
    isotropy = {solver: row['isotropy [deg]'] for solver, row in table.items()}
    assert float(isotropy['RobustReducedLemke']) < 0.1
    assert float(isotropy['Dantzig']) < 0.1
    assert float(isotropy['ReducedLemke']) > 5.0
    assert 'ActiveSet' not in table  # it takes no friction
    assert float(table['RobustReducedLemke']['lost [%]']) == 0.0
    assert float(table['Lemke']['lost [%]']) > 0.0
