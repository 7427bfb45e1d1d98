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

"""Recordings: `run --record` and `replay`."""

import os
import signal
import subprocess
import time

from executable import EXECUTABLE, refusal, run

import pytest


@pytest.fixture(scope='module')
def recording(tmp_path_factory):
    """Record half a second of a humanoid that squats."""
    path = tmp_path_factory.mktemp('recording') / 'squat.mcap'
    process = run('run', 'humanoid_squat', '--duration', '0.5', '--record', path)
    assert process.returncode == 0, process.stderr
    assert f'written: {path} (' in process.stdout
    return path


def counts(text):
    """Return messages by topic, of what `replay` prints."""
    lines = [line.split() for line in text.splitlines() if line.startswith('/')]
    return {line[0]: int(line[2]) for line in lines if len(line) == 3}


def test_equal_runs_give_equal_bytes(recording, tmp_path):
    """Nothing of the clock on the wall is in a recording; nor of the number of threads."""
    again = tmp_path / 'again.mcap'
    run('run', 'humanoid_squat', '--duration', '0.5', '--record', again, '--threads', '2')
    assert again.read_bytes() == recording.read_bytes()


def test_a_recording_in_real_time_has_the_same_bytes(recording, tmp_path):
    """How fast it went does not show."""
    again = tmp_path / 'again.mcap'
    run('run', 'humanoid_squat', '--duration', '0.5', '--record', again, '--real-time')
    assert again.read_bytes() == recording.read_bytes()


def test_a_recording_beside_a_view_has_the_same_bytes(recording, tmp_path):
    """The view has rates of its own."""
    again = tmp_path / 'again.mcap'
    run('run', 'humanoid_squat', '--duration', '0.5', '--record', again, '--view', '--port', '0')
    assert again.read_bytes() == recording.read_bytes()


def test_the_summary_counts_messages_by_the_rates(recording):
    """Joint states at 200 Hz, transforms at 100, and the beginning; the scene once."""
    found = counts(run('replay', recording, '--speed', '0').stdout)
    assert found['/joint_states'] == found['/clock'] == 101
    assert found['/contact_wrenches/left_foot'] == 101
    assert found['/tf'] == 51
    assert found['/contact_markers'] == 16
    assert found['/diagnostics'] == 5
    assert found['/robot_description'] == found['/scene_markers'] == 1


def test_rates_can_be_set(tmp_path):
    """Every step, for example."""
    path = tmp_path / 'run.mcap'
    process = run('run', 'falling_box', '--duration', '0.1', '--record', path,
                  '--set', 'rates.joint_states=1000', '--set', 'rates.clock=0')
    assert process.returncode == 0, process.stderr
    found = counts(run('replay', path, '--speed', '0').stdout)
    assert found['/joint_states'] == 101
    assert found['/clock'] == 1  # the beginning


def test_rates_without_a_view_or_a_recording_are_refused():
    """Nobody would see them."""
    assert 'needs --view or --record' in refusal(
        'run', 'falling_box', '--set', 'rates.tf=10')


def test_the_csv_and_the_summary_are_as_without_a_recording(recording, tmp_path):
    """Who records simulates the same."""
    for name, more in (('plain', []), ('recorded', ['--record', tmp_path / 'run.mcap'])):
        process = run('run', 'humanoid_squat', '--duration', '0.5', '--csv', tmp_path / name, *more)
        assert process.returncode == 0, process.stderr
        assert '0.500 s simulated' in process.stdout
    for table in ('states.csv', 'contacts.csv'):
        assert (tmp_path / 'plain' / table).read_bytes() == (
            tmp_path / 'recorded' / table).read_bytes()


def test_killed_in_the_middle_all_but_the_last_second_is_there(tmp_path):
    """A chunk is written after each second of simulation time."""
    path = tmp_path / 'run.mcap'
    process = subprocess.Popen(
        [EXECUTABLE, 'run', 'humanoid', '--duration', '1000', '--record', str(path), '--quiet'],
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    try:
        end = time.monotonic() + 30
        while not path.exists() or path.stat().st_size < 3000000:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    replayed = run('replay', path, '--speed', '0')
    assert replayed.returncode == 0, replayed.stderr
    assert 'cut off' in replayed.stdout
    assert counts(replayed.stdout)['/joint_states'] > 200


def test_ctrl_c_leaves_a_whole_recording(tmp_path):
    """It ends with the summary so far."""
    path = tmp_path / 'run.mcap'
    process = subprocess.Popen(
        [EXECUTABLE, 'run', 'humanoid', '--duration', '1000', '--record', str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8',
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=30)[0]
    assert process.returncode == 0
    assert 'interrupted' in output
    assert 'cut off' not in run('replay', path, '--speed', '0').stdout


def test_a_replay_plays_at_any_speed(recording):
    """Half a second at half the speed is a second; the line tells robot, forces and solver."""
    start = time.monotonic()
    process = run('replay', recording, '--speed', '0.5')
    assert time.monotonic() - start >= 0.99
    last = process.stderr.splitlines()[-1]
    assert '0.500/0.500 s' in last
    for word in ('base_link at', ' N ', ' contacts', ' pivots', 'residual'):
        assert word in last, last
    assert '?' not in last


def test_other_files_are_refused_by_name(tmp_path):
    """And what was expected is said."""
    other = tmp_path / 'other.mcap'
    other.write_text('no recording')
    assert 'other.mcap' in refusal('replay', other)
    assert 'missing.mcap' in refusal('replay', tmp_path / 'missing.mcap')
    assert 'no/folder' in refusal(
        'run', 'falling_box', '--record', tmp_path / 'no/folder/run.mcap')
    assert 'speed' in refusal('replay', other, '--speed', 'x')


def test_a_bad_speed_is_refused(recording):
    """Time does not run backwards."""
    process = run('replay', recording, '--speed', '-1')
    assert process.returncode == 2 and 'speed' in process.stderr
