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

"""Runs that are killed, `run --snapshot`, `run --continue` and `run --hash`."""

import re

from executable import EXECUTABLE, refusal, run
import kill_runs
import pytest


def hash_of(*arguments):
    """Run a scenario and return its hash and its last step."""
    process = run('run', *arguments, '--quiet', '--hash')
    assert process.returncode == 0, process.stderr
    found = re.fullmatch(r'state hash: ([0-9a-f]{16}) after step (\d+)\n', process.stdout)
    assert found, process.stdout
    return found[1], int(found[2])


@pytest.fixture(scope='module')
def snapshot(tmp_path_factory):
    """Run half a second of a tap dance and keep its end."""
    path = tmp_path_factory.mktemp('snapshots') / 'dance.snapshot'
    process = run('run', 'humanoid_tap_dance', '--duration', '0.5', '--snapshot', path)
    assert process.returncode == 0, process.stderr
    assert f'written: {path}' in process.stdout
    return path


@pytest.mark.parametrize('scenario', ['humanoid_squat', 'ring'])
def test_killed_at_random_moments_it_goes_on_as_if_nothing_had_been(scenario, capsys):
    """A few kills here; the script does a hundred."""
    code = kill_runs.main(['--kills', '4', '--executable', EXECUTABLE, '--scenario', scenario,
                           '--longest', '1.5', '--seed', '3'])
    output = capsys.readouterr()
    assert code == 0, output.err
    assert 'kills: 4' in output.out
    assert 'in pieces and never killed: state hash' in output.out


def test_the_kill_test_sees_a_command_that_ends_by_itself(capsys):
    """And says which."""
    code = kill_runs.main(['--kills', '1', '--longest', '2', '--seed', '2', '--command', 'false'])
    assert code == 1
    assert 'ended by itself' in capsys.readouterr().err


def test_a_continued_run_ends_like_a_whole_one(snapshot):
    """Alone, with a recording, and on two threads."""
    whole = hash_of('humanoid_tap_dance', '--duration', '1')
    assert whole[1] == 1000
    again = ['humanoid_tap_dance', '--duration', '1', '--continue', snapshot]
    assert hash_of(*again) == whole
    assert hash_of(*again, '--threads', '2') == whole
    assert hash_of(*again, '--record', snapshot.parent / 'rest.mcap') == whole


def test_a_recorded_run_keeps_snapshots_too(snapshot, tmp_path):
    """The same ones as a plain one, byte for byte."""
    path = tmp_path / 'recorded.snapshot'
    process = run('run', 'humanoid_tap_dance', '--duration', '0.5', '--snapshot', path,
                  '--record', tmp_path / 'run.mcap')
    assert process.returncode == 0, process.stderr
    assert path.read_bytes() == snapshot.read_bytes()


def test_the_tables_of_a_continued_run_go_on_where_the_first_ones_end(snapshot, tmp_path):
    """The last row of the one is the first of the other but for the drives' effort."""
    run('run', 'humanoid_tap_dance', '--duration', '0.6', '--csv', tmp_path / 'whole')
    process = run('run', 'humanoid_tap_dance', '--duration', '0.6', '--csv', tmp_path / 'rest',
                  '--continue', snapshot)
    assert '0.100 s simulated' in process.stdout
    assert 'from 0.500 s on' in process.stdout
    whole = (tmp_path / 'whole/states.csv').read_text().splitlines()
    rest = (tmp_path / 'rest/states.csv').read_text().splitlines()
    assert rest[0] == whole[0]
    assert rest[2:] == whole[-100:]


def test_the_hash_tells_runs_apart():
    """Another step more, or another friction."""
    first = hash_of('incline', '--duration', '0.1')
    assert hash_of('incline', '--duration', '0.1') == first
    assert hash_of('incline', '--duration', '0.101')[0] != first[0]
    assert hash_of('incline', '--duration', '0.1', '--step', '0.0005')[0] != first[0]


def test_a_snapshot_that_does_not_fit_is_refused(snapshot, tmp_path):
    """Another scenario, the end reached, half a file, none."""
    message = refusal('run', 'humanoid_squat', '--continue', snapshot)
    assert "of scenario 'humanoid_squat'" in message
    assert "of 'humanoid_tap_dance'" in message
    message = refusal('run', 'humanoid_tap_dance', '--continue', snapshot, '--duration', '0.5')
    assert 'a longer --duration' in message
    half = tmp_path / 'half.snapshot'
    half.write_bytes(snapshot.read_bytes()[:1000])
    assert 'half.snapshot:' in refusal('run', 'humanoid_tap_dance', '--continue', half)
    assert 'none.snapshot' in refusal(
        'run', 'humanoid_tap_dance', '--continue', tmp_path / 'none.snapshot')
    assert '--snapshot-every' in refusal('run', 'incline', '--snapshot-every', '1')


def test_a_snapshot_that_cannot_be_written_is_no_success(tmp_path):
    """The run goes to its end, and says so."""
    process = run('run', 'incline', '--duration', '0.1', '--hash', '--quiet',
                  '--snapshot', tmp_path / 'no/folder/run.snapshot')
    assert process.returncode == 2
    assert 'no/folder/run.snapshot: cannot write the file' in process.stderr
    assert 'after step 100' in process.stdout
