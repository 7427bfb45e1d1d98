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

"""The same run has the same hash: again, and on two threads, after 10,000 steps."""

import compare_builds
from executable import EXECUTABLE


def test_ten_thousand_steps_end_in_the_same_state_on_one_and_two_threads():
    """Each scene three times."""
    scenarios = ('humanoid_squat', 'humanoid_tap_dance', 'gripper')
    assert compare_builds.compare([EXECUTABLE], scenarios, 10000, (1, 2, 1)) == []


def test_a_difference_is_seen(tmp_path, capsys):
    """Of an executable that takes another friction."""
    other = tmp_path / 'other'
    other.write_text(f'#!/bin/sh\nexec "{EXECUTABLE}" "$@" --set materials.default.friction=0.1\n')
    other.chmod(0o755)
    assert compare_builds.compare([EXECUTABLE, str(other)], ['quadruped'], 300) == ['quadruped']
    assert 'DIFFERENT' in capsys.readouterr().out
