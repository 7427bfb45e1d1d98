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

"""Makes every mistake of docs/errors.md, and checks what is said and that nothing is half-done."""

from contextlib import contextmanager
import hashlib
import os
from pathlib import Path
import re
import resource
import shutil
import signal
import socket
import subprocess

from executable import EXECUTABLE
import pytest

SOURCE = Path(os.environ['CONTACT_SIM_SOURCE'])
ROBOT = 'robots:\n  - {{name: robot, urdf: {}, floating: false}}\n'
MESH = 'bodies:\n  - {{name: body, shape: mesh, file: {}, mass: 1}}\n'


def rows():
    """Read the tables: their section, the mistake, what is typed or the file, what is said."""
    section, found = '', []
    for line in (SOURCE / 'docs/errors.md').read_text(encoding='utf-8').splitlines():
        if line.startswith('## '):
            section = line[3:]
        elif line.startswith('| ') and not line.startswith('| mistake'):
            mistake, made, said, todo = [cell.strip() for cell in line.strip('|').split('|')]
            assert todo, f'nothing to do about {mistake}'
            found.append((section, mistake, made.strip('`'), said.strip('`')))
    return found


ROWS = rows()


@pytest.fixture
def folder(tmp_path):
    """Copy the files of the table, and good ones."""
    for name in ('errors', 'meshes', 'scenarios', 'urdf'):
        shutil.copytree(SOURCE / 'test/data' / name, tmp_path / name)
    shutil.copy(SOURCE / 'config/problems/murty_8.lcp', tmp_path / 'good.lcp')
    shutil.copy(SOURCE / 'config/problems/block_sticking.ctp', tmp_path / 'good.ctp')
    shutil.copy(SOURCE / 'test/fuzz/good/recording/chunk.mcap', tmp_path / 'good.mcap')
    return tmp_path


def content(folder):
    """Return every file below a folder with the sum of its bytes."""
    return {str(path.relative_to(folder)):
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else 'folder'
            for path in sorted(folder.rglob('*'))}


# ---- what has to be so before the mistake; by its words in the table ----------------------------

@contextmanager
def taken_port(folder):
    """Listen at a port."""
    with socket.create_server(('127.0.0.1', 0)) as listening:
        yield {'PORT': str(listening.getsockname()[1])}


@contextmanager
def locked_folder(folder):
    """Make a folder that may not be written; root may all the same."""
    if os.geteuid() == 0:
        pytest.skip('root may write everywhere')
    (folder / 'locked').mkdir(mode=0o500)
    yield {}
    (folder / 'locked').chmod(0o700)


def small_disk():
    """Limit the size of files, which is as good as a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


SETUPS = {
    'the port is taken': taken_port,
    'the folder may not be written': locked_folder,
}
FULL = ('the disk is full', 'the disk is full, recording')
# What is there afterwards all the same: an empty folder, a recording up to where it was cut off.
MAY_LEAVE = {'the disk is full': {'out'}, 'the disk is full, recording': {'run.mcap'}}


def test_the_tables_are_read_and_each_preparation_has_its_row():
    """A table whose form has changed must not make this test one of nothing."""
    assert len(ROWS) > 150
    mistakes = [mistake for _, mistake, _, _ in ROWS]
    assert set(SETUPS) | set(FULL) <= set(mistakes)


@pytest.mark.parametrize('name', ['errors', 'scenarios', 'urdf'])
def test_every_file_with_a_mistake_is_in_a_table(name):
    """The catalogue has all that is known to go wrong."""
    good = {'everything.urdf', 'turned_frames.urdf', 'motion.csv'}
    files = {path.name for path in (SOURCE / 'test/data' / name).iterdir() if path.is_file()}
    text = (SOURCE / 'docs/errors.md').read_text(encoding='utf-8')
    assert {file for file in files - good if f'{name}/{file}' not in text} == set()


def command_of(section, made, folder, names):
    """Return the words of a command; of a file, those that read it."""
    for name, value in names.items():
        made = made.replace(name, value)
    if made.startswith('contact_sim'):
        return made.split()[1:]
    frame = {'Robots': ROBOT, 'Meshes': MESH}.get(section)
    if frame is None:
        return ['run', made, '--quiet', '--duration', '0.01']
    (folder / 'frame.yaml').write_text(frame.format(made), encoding='utf-8')
    return ['run', 'frame.yaml', '--quiet', '--duration', '0.01']


@contextmanager
def nothing(_):
    """Prepare nothing."""
    yield {}


@pytest.mark.parametrize('row', range(len(ROWS)), ids=lambda row: ROWS[row][1].replace(' ', '_'))
def test_a_mistake_is_told_as_the_table_says(folder, row):
    """The message, the exit code, and all files as they were."""
    section, mistake, made, said = ROWS[row]
    with SETUPS.get(mistake, nothing)(folder) as names:
        command = command_of(section, made, folder, names)
        for name, value in names.items():
            said = said.replace(name, value)
        before = content(folder)
        process = subprocess.run(
            [EXECUTABLE, *command], cwd=folder, capture_output=True, encoding='utf-8', timeout=60,
            env={**os.environ, 'AMENT_PREFIX_PATH': ''},
            preexec_fn=small_disk if mistake in FULL else None)
        after = content(folder)
    message = process.stderr.splitlines()[-1 if section in ('Outputs', 'Live view') else 0]
    pattern = '.*'.join(re.escape(part) for part in said.split('…'))
    place = r'(frame\.yaml:2: (robot|body) \'\w+\': )?'
    if 'Run with --help' in message:
        message = process.stderr.splitlines()[-2]
    assert re.fullmatch('contact_sim: ' + place + pattern, message), process.stderr
    assert process.returncode == 2
    for left in MAY_LEAVE.get(mistake, ()):
        after.pop(left, None)
    assert after == before


def test_a_recording_on_a_full_disk_is_readable(folder):
    """What was written until then can be played."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))

    environment = {**os.environ, 'AMENT_PREFIX_PATH': ''}
    process = subprocess.run(
        [EXECUTABLE, 'run', 'falling_box', '--duration', '5', '--record', 'run.mcap', '--quiet'],
        cwd=folder, capture_output=True, encoding='utf-8', timeout=60, preexec_fn=limit,
        env=environment)
    assert process.returncode == 2
    assert 'File too large' in process.stderr
    replayed = subprocess.run(
        [EXECUTABLE, 'replay', 'run.mcap', '--speed', '0'], cwd=folder, capture_output=True,
        encoding='utf-8', timeout=60, env=environment)
    assert replayed.returncode == 0, replayed.stderr
