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
        timeout=120, check=False)


def rows(path):
    """Return the rows of a CSV file, each a dictionary."""
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope='module')
def sharaf(tmp_path_factory):
    """Return the folder that the experiment has filled, and what was told."""
    folder = tmp_path_factory.mktemp('sharaf')
    result = reproduce('sharaf', '--quick', '--out', folder)
    assert result.returncode == 0, result.stderr
    return folder, result


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
    assert all(row['active set: solved [%]'] == '100' for row in rows(folder / 'sharaf_random.csv'))
