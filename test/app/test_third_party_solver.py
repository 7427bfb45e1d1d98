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

"""A stranger's solver package, built against an installed contact_sim, is found and used."""

import json
import os
from pathlib import Path
import shutil
import subprocess

import pytest

BUILD = Path(os.environ['CONTACT_SIM_BUILD'])
CONFORMANCE = os.environ['CONTACT_SIM_CONFORMANCE']
CMAKE = os.environ['CONTACT_SIM_CMAKE']
PYTHON = os.environ['CONTACT_SIM_PYTHON']
# Where colcon installs symbolic links, another prefix cannot be chosen: it is installed already.
INSTALLED = os.environ.get('CONTACT_SIM_INSTALLED')
SOURCE = Path(__file__).resolve().parents[1] / 'third_party_solver'

# Two masses on one line, 1 kg and 2 kg, that fall on the ground and on each other with 1 m/s.
PROBLEM = """
nv 2 nc 2 d {d}
mass 1 0 0 2
Jn 1 0 -1 1
Jt 0 0 0 0 0 0 0 0
bn -1 -1 bt 0 0 0 0
mu {mu} {mu}
"""


def run(command, **variables):
    """Run a command with these environment variables and no others."""
    return subprocess.run(
        [str(part) for part in command], env={name: str(v) for name, v in variables.items()},
        capture_output=True, encoding='utf-8', timeout=120)


def cmake(*arguments):
    """Run CMake in the environment of the test, and show what it says where it fails."""
    process = subprocess.run(
        [CMAKE, *(str(argument) for argument in arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', timeout=600)
    assert process.returncode == 0, process.stdout


@pytest.fixture(name='ours', scope='module')
def install_ours(tmp_path_factory):
    """Install contact_sim."""
    if INSTALLED:
        return Path(INSTALLED)
    prefix = tmp_path_factory.mktemp('contact_sim')
    cmake('--install', BUILD, '--prefix', prefix)
    return prefix


@pytest.fixture(name='theirs', scope='module')
def install_theirs(ours, tmp_path_factory):
    """Build and install the stranger's package, which knows only what is installed."""
    build = tmp_path_factory.mktemp('build')
    prefix = tmp_path_factory.mktemp('third_party')
    source = tmp_path_factory.mktemp('source') / 'third_party_solver'
    # Elsewhere, so that nothing of our source tree is found by accident.
    shutil.copytree(SOURCE, source)
    cmake('-S', source, '-B', build, f'-DCMAKE_PREFIX_PATH={ours}',
          f'-DPython3_EXECUTABLE={PYTHON}')
    cmake('--build', build)
    cmake('--install', build, '--prefix', prefix)
    return prefix


@pytest.fixture(name='smooth')
def make_smooth(tmp_path):
    """Write a problem without friction."""
    path = tmp_path / 'smooth.ctp'
    path.write_text(PROBLEM.format(d=0, mu=0))
    return path


def names(process):
    """Return the solvers that were listed."""
    return [line.split()[0] for line in process.stdout.splitlines()]


@pytest.mark.parametrize('folder', ['bin', 'lib/contact_sim'])
def test_the_installed_executable_needs_no_environment(ours, folder):
    """It finds its own plugins and libraries, in bin and where `ros2 run` looks."""
    process = run([ours / folder / 'contact_sim', 'solvers', '--format', 'plain'])
    assert process.returncode == 0, process.stderr
    assert process.stderr == ''
    assert 'contact_sim::RobustReducedLemke' in names(process)


@pytest.mark.skipif(INSTALLED is not None, reason='symbolic links do not move')
def test_an_installation_may_be_moved(ours, tmp_path):
    """Nothing in it knows the prefix it was installed to."""
    moved = tmp_path / 'moved'
    shutil.copytree(ours, moved, symlinks=True)
    process = run([moved / 'bin/contact_sim', 'solvers', '--format', 'plain'])
    assert process.returncode == 0, process.stderr
    assert 'contact_sim::RobustReducedLemke' in names(process)


@pytest.mark.parametrize('place', ['installed', 'built'])
def test_a_strangers_solver_is_listed(ours, theirs, place):
    """Beside ours, with what it says of itself."""
    executable = ours / 'bin/contact_sim' if place == 'installed' else BUILD / 'contact_sim'
    process = run([executable, 'solvers', '--format', 'plain'], AMENT_PREFIX_PATH=theirs)
    assert process.returncode == 0, process.stdout + process.stderr
    assert 'contact_sim::RobustReducedLemke' in names(process)
    line, = [line for line in process.stdout.splitlines() if 'ProjectedJacobi' in line]
    assert line.startswith('third_party_solver::ProjectedJacobi contact A template')


def test_a_strangers_solver_is_used(ours, theirs, smooth):
    """By its short name, with a parameter of its own, and it is the one that ran."""
    process = run(
        [ours / 'bin/contact_sim', 'solve', smooth, '--solver', 'ProjectedJacobi',
         '--set', 'relaxation=1.5', '--format', 'json'], AMENT_PREFIX_PATH=theirs)
    assert process.returncode == 0, process.stdout + process.stderr
    answer, = json.loads(process.stdout)
    assert answer['ran'] == 'third_party_solver::ProjectedJacobi'
    # The upper mass stops on the lower one, the lower one on the ground: u = 0 gives
    # l1 - l2 = 1 and -(l1 - l2) + l2/2 = 1, up to the tolerance of 1e-9 times the condition of W.
    assert answer['lambda'] == pytest.approx([5, 0, 0, 4, 0, 0], abs=1e-7)
    assert answer['iterations'] > 1


def test_a_strangers_parameter_has_its_range(ours, theirs, smooth):
    """The range that the stranger gave is checked by us."""
    process = run(
        [ours / 'bin/contact_sim', 'solve', smooth, '--solver', 'ProjectedJacobi',
         '--set', 'relaxation=5'], AMENT_PREFIX_PATH=theirs)
    assert process.returncode == 2
    assert 'relaxation' in process.stderr


def test_a_strangers_solver_says_what_it_does_not_take(ours, theirs, tmp_path):
    """With its own words."""
    path = tmp_path / 'rough.ctp'
    path.write_text(PROBLEM.format(d=8, mu=0.5))
    process = run(
        [ours / 'bin/contact_sim', 'solve', path, '--solver',
         'third_party_solver::ProjectedJacobi', '--format', 'json'], AMENT_PREFIX_PATH=theirs)
    assert process.returncode == 1
    answer, = json.loads(process.stdout)
    assert answer['status'] == 7
    assert answer['detail'] == 'contact 0 has friction, this solver takes none'


def test_a_strangers_solver_does_what_every_solver_must_do(theirs):
    """Our conformance test runs over it too."""
    # The environment of this test, since an executable in the build tree may need a sourced one.
    environment = dict(os.environ)
    environment['AMENT_PREFIX_PATH'] = f"{theirs}:{environment.get('AMENT_PREFIX_PATH', '')}"
    process = subprocess.run(
        [CONFORMANCE, '--gtest_filter=*third_party_solver__ProjectedJacobi*'], env=environment,
        capture_output=True, encoding='utf-8', timeout=120)
    assert process.returncode == 0, process.stdout
    assert '[  PASSED  ] 2' in process.stdout, 'the twenty or so tests of a solver'
