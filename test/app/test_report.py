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

"""The report of a run: `run --report`."""

import csv
import os
import re
import resource
import signal
import subprocess
from xml.etree import ElementTree

from executable import EXECUTABLE, refusal, run
import pytest

PLOTS = ['contact_points', 'energy', 'forces', 'joints', 'penetration', 'pivots', 'residuals',
         'solve_time', 'step_time']
SVG = '{http://www.w3.org/2000/svg}'


def rows_of(path):
    """Read a table."""
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope='module', name='squat')
def make_squat(tmp_path_factory):
    """Half a second of a squat, with its report and its tables in one folder."""
    folder = tmp_path_factory.mktemp('squat')
    process = run(
        'run', 'humanoid_squat', '--duration', '0.5', '--report', folder, '--csv', folder)
    assert process.returncode == 0, process.stderr
    assert f'written: {folder}/index.html' in process.stdout
    return folder


def page_of(folder):
    """Return the page."""
    return (folder / 'index.html').read_text(encoding='utf-8')


def test_the_report_is_a_page_and_each_plot_with_its_data(squat):
    """Nothing else is left behind."""
    expected = ['index.html', 'summary.csv', 'states.csv', 'contacts.csv', 'steps.csv']
    expected += [f'{plot}.{ending}' for plot in PLOTS for ending in ('csv', 'svg')]
    assert sorted(path.name for path in squat.iterdir()) == sorted(expected)


@pytest.mark.parametrize('plot', PLOTS)
def test_each_plot_is_svg_that_a_reader_of_xml_takes(squat, plot):
    """It has a title, curves, and no script; the page has the same one."""
    text = (squat / f'{plot}.svg').read_text(encoding='utf-8')
    root = ElementTree.fromstring(text)
    assert root.tag == f'{SVG}svg'
    assert root.find(f'{SVG}title').text
    curves = root.findall(f'.//{SVG}polyline') + root.findall(f'.//{SVG}polygon')
    assert curves
    for curve in curves:
        for point in curve.get('points').split():
            x, y = (float(number) for number in point.split(','))
            assert abs(x) < 1e6 and abs(y) < 1e6
    assert root.findall(f'.//{SVG}script') == []
    assert text.strip() in page_of(squat)


def test_the_page_needs_no_other_file(squat):
    """No address, no link to a file, no script; the name of SVG's namespace is none."""
    page = page_of(squat).replace('http://www.w3.org/2000/svg', '')
    assert '://' not in page
    for attribute in ('src=', 'srcset=', '<link', '<script', '@import', 'url(', '<iframe'):
        assert attribute not in page, attribute
    assert set(re.findall(r'href="([^"]*)"', page)) == {'#summary', '#plots'}


def test_the_page_tells_what_the_summary_tells(squat, tmp_path):
    """Also how it was made."""
    process = run('run', 'humanoid_squat', '--duration', '0.5', '--report', tmp_path / "a 'b'")
    page = page_of(tmp_path / "a 'b'")
    for fact in ('26 degrees of freedom, step 1 ms', 'contact_sim::RobustReducedLemke',
                 'answered 500 of 500 islands', '0.500 s simulated in', 'largest residual'):
        assert fact in page, fact
        assert fact in process.stdout
    assert 'contact_sim run humanoid_squat --duration 0.5' in page
    # The folder's name holds a blank and quotes; a shell would take the line as it stands.
    assert "/a '\\''b'\\'''" in page
    figures = {row['']: row for row in rows_of(squat / 'summary.csv')}
    assert float(figures['contacts']['mean']) == 8.0
    times = figures['solve time [µs]']
    assert 0 < float(times['median']) <= float(times['max'])


def test_forces_are_the_sums_of_the_contacts_of_the_run(squat):
    """Row by row, of what --csv wrote."""
    sums = {}
    for row in rows_of(squat / 'contacts.csv'):
        up = float(row['normal_force']) * float(row['normal_z']) + float(row['friction_z'])
        at = sums.setdefault(row['time'], {})
        for link, force in ((row['link_b'], up), (row['link_a'], -up)):
            at[link] = at.get(link, 0.0) + force
    forces = rows_of(squat / 'forces.csv')
    assert len(forces) == 500
    feet = [name for name in forces[0] if name.endswith('foot [N]')]
    assert len(feet) == 2
    for row in forces:
        contacts = sums[row['time [s]']]
        # Four forces of at most 100 N in any order: some roundings of 1e-14.
        for foot in feet:
            assert float(row[foot]) == pytest.approx(contacts.get(foot[:-4], 0.0), abs=1e-12)
        assert float(row['ground [N]']) == pytest.approx(-contacts['ground'], abs=1e-12)
    # It stands: what presses on the ground is its weight, on the whole.
    mean = sum(float(row['ground [N]']) for row in forces) / 500
    assert mean == pytest.approx(77.5, abs=3.0)


def test_the_data_of_the_solver_are_those_of_the_run(squat):
    """Bit by bit, of what --csv wrote."""
    pairs = {
        'contact_points': {'found': 'contacts'},
        'pivots': {'pivots': 'pivots', 'backtracks': 'backtracks'},
        'residuals': {name: name.replace(' ', '_') for name in (
            'penetration rate', 'complementarity', 'cone violation', 'dissipation gap')},
        'energy': {'kinetic [J]': 'kinetic_energy', 'potential [J]': 'potential_energy'},
        'penetration': {'deepest point [m]': 'largest_penetration'},
        'step_time': {'solver [s]': 'solve_time', 'whole step [s]': 'step_time'}}
    steps = rows_of(squat / 'steps.csv')
    assert len(steps) == 500
    for plot, columns in pairs.items():
        rows = rows_of(squat / f'{plot}.csv')
        assert [row['time [s]'] for row in rows] == [row['time'] for row in steps]
        for ours, theirs in columns.items():
            expected = [float(row[theirs]) for row in steps]
            assert [float(row[ours]) for row in rows] == expected, ours


def test_the_histogram_counts_every_step_once(squat):
    """All of them had something to solve."""
    rows = rows_of(squat / 'solve_time.csv')
    assert sum(float(row['steps']) for row in rows) == 500
    times = [1e6 * float(row['solve_time']) for row in rows_of(squat / 'steps.csv')]
    assert float(rows[0]['from [µs]']) == pytest.approx(min(times))
    assert float(rows[-1]['to [µs]']) == pytest.approx(max(times))


def test_the_joint_errors_are_command_less_position(tmp_path):
    """A joint that is held at its beginning: its error is how far it has sunk."""
    process = run('run', 'humanoid', '--duration', '0.2', '--report', tmp_path, '--csv', tmp_path)
    assert process.returncode == 0, process.stderr
    states = rows_of(tmp_path / 'states.csv')
    errors = rows_of(tmp_path / 'joints.csv')
    assert len(errors) == 200 and len(states) == 201
    joints = [name for name in errors[0] if name.endswith('knee [rad]')]
    assert joints
    for name in joints:
        column = 'q.' + name[:-6]
        start = float(states[0][column])
        for state, error in zip(states[1:], errors):
            # The command is a number of the file, the state one or two roundings off.
            assert float(error[name]) == pytest.approx(start - float(state[column]), abs=1e-14)


def test_a_scene_without_joints_or_contacts_says_so(tmp_path):
    """No empty plot, but a sentence."""
    scene = tmp_path / 'fall.yaml'
    scene.write_text(
        'name: "<fall>"\nduration: 0.1\nbodies:\n'
        '  - {name: ball, shape: sphere, radius: 0.1, mass: 1, pose: {xyz: [0, 0, 5]}}\n')
    process = run('run', scene, '--report', tmp_path / 'out')
    assert process.returncode == 0, process.stderr
    page = page_of(tmp_path / 'out')
    assert 'No link was touched' in page and 'No joint was told' in page
    assert '&lt;fall&gt;' in page and '<fall>' not in page
    names = [path.name for path in (tmp_path / 'out').iterdir()]
    assert 'forces.svg' not in names and 'energy.svg' in names
    for name in names:
        if name.endswith('.svg'):
            ElementTree.fromstring((tmp_path / 'out' / name).read_text(encoding='utf-8'))


def test_a_long_run_keeps_its_peaks_in_few_points(tmp_path):
    """50,000 steps of a box that falls once: the page stays small, and the impact is in it."""
    scene = tmp_path / 'long.yaml'
    scene.write_text(
        'name: long\nduration: 50\nground: {height: 0}\nbodies:\n'
        '  - {name: ball, shape: sphere, radius: 0.1, mass: 1, pose: {xyz: [0, 0, 0.5]}}\n')
    process = run('run', scene, '--report', tmp_path / 'out', '--csv', tmp_path / 'all')
    assert process.returncode == 0, process.stderr
    most = max(float(row['normal_force']) for row in rows_of(tmp_path / 'all/contacts.csv'))
    assert most > 100
    forces = rows_of(tmp_path / 'out/forces.csv')
    assert len(forces) <= 16384
    assert max(float(row['ball [N] highest']) for row in forces) == most
    page = page_of(tmp_path / 'out')
    assert '4 steps are one' in page
    assert 'Cut off: single steps reach' in page
    # Nine plots of at most 2,000 points for each of at most 8 curves, 14 bytes each.
    assert len(page) < 2000000


@pytest.mark.parametrize('more', [
    ['--record', 'run.mcap'], ['--view', '--port', '0'],
    ['--record', 'run.mcap', '--view', '--port', '0']])
def test_a_report_beside_others_is_the_same(squat, tmp_path, more):
    """Who records or looks on sees the same run."""
    more = [str(tmp_path / word) if word.endswith('.mcap') else word for word in more]
    process = run('run', 'humanoid_squat', '--duration', '0.5', '--report', tmp_path / 'out',
                  '--csv', tmp_path / 'csv', *more)
    assert process.returncode == 0, process.stderr
    for name in ('forces.csv', 'joints.csv', 'energy.csv', 'pivots.csv', 'residuals.csv'):
        assert (tmp_path / 'out' / name).read_bytes() == (squat / name).read_bytes()
    assert (tmp_path / 'csv/states.csv').read_bytes() == (squat / 'states.csv').read_bytes()


def test_an_interrupted_run_has_a_report_of_what_there_was(tmp_path):
    """Ctrl-C ends it with all its files."""
    process = subprocess.Popen(
        [EXECUTABLE, 'run', 'humanoid', '--duration', '100000', '--report', str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    process.stderr.readline()  # a second has passed
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    assert 'interrupted' in output
    assert 'interrupted' in page_of(tmp_path)


def test_the_scenario_may_ask_for_a_report(tmp_path):
    """As it may for tables."""
    scene = tmp_path / 'scene.yaml'
    scene.write_text(
        f'name: s\nduration: 0.1\noutputs: {{report: {tmp_path}/out}}\nground: {{height: 0}}\n'
        'bodies:\n  - {name: ball, shape: sphere, radius: 0.1, mass: 1}\n')
    process = run('run', scene)
    assert process.returncode == 0, process.stderr
    assert (tmp_path / 'out/index.html').is_file()
    assert process.stdout.endswith(
        f'written: {tmp_path}/out/index.html, its plots (.svg) and data (.csv)\n')


def test_a_folder_that_cannot_be_had_is_refused_before_the_run(tmp_path):
    """By name, and with the reason."""
    file = tmp_path / 'file'
    file.write_text('')
    for folder in (file, file / 'below'):
        message = refusal('run', 'falling_box', '--report', folder)
        assert '--report' in message and 'cannot make the folder' in message
    (tmp_path / 'taken/index.html').mkdir(parents=True)
    assert 'index.html' in refusal('run', 'falling_box', '--report', tmp_path / 'taken')


def test_a_full_disk_leaves_whole_files_only(tmp_path):
    """A limit of the file size is as good as a full disk; the page comes last."""
    def limit_file_size():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))

    command = [EXECUTABLE, 'run', 'humanoid_squat', '--duration', '2', '--report', str(tmp_path)]
    process = subprocess.run(
        command, capture_output=True, encoding='utf-8', timeout=60, preexec_fn=limit_file_size)
    assert process.returncode == 2
    assert 'cannot write' in process.stderr
    names = [path.name for path in tmp_path.iterdir()]
    assert 'index.html' not in names
    assert not any('.part' in name for name in names)
    for name in names:
        text = (tmp_path / name).read_text(encoding='utf-8')
        assert text.endswith('</svg>\n' if name.endswith('.svg') else '\n')
