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

"""Where the page cannot be tested, the summary of ctest says why."""

import os
from pathlib import Path
import shutil
import subprocess

import pytest

CMAKE = os.environ['CONTACT_SIM_CMAKE']
HERE = Path(__file__).parent

PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(viewer_only NONE)
enable_testing()
add_subdirectory({here} viewer)
"""


def summary_with(tmp_path, programs):
    """Configure the tests of the page alone, with these programs on PATH, and run them."""
    path = tmp_path / 'bin'
    path.mkdir()
    for name, text in programs.items():
        (path / name).write_text('#!/bin/sh\n' + text)
        (path / name).chmod(0o755)
    (tmp_path / 'CMakeLists.txt').write_text(PROJECT.format(here=HERE))
    build = tmp_path / 'build'
    # Nothing but PATH is searched.
    subprocess.run(
        [CMAKE, '-S', tmp_path, '-B', build, '-G', 'Unix Makefiles',
         '-DCMAKE_MAKE_PROGRAM=' + (shutil.which('make') or '/usr/bin/make'),
         '-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF'],
        check=True, capture_output=True, env={**os.environ, 'PATH': str(path)})
    return subprocess.run(
        [str(Path(CMAKE).parent / 'ctest'), '--test-dir', build], capture_output=True,
        encoding='utf-8', check=False).stdout


@pytest.mark.parametrize('programs, missing', [
    ({}, 'node_18_and_npm_and_chromium'),
    ({'node': 'echo v20.1.0', 'npm': ''}, 'chromium'),
    ({'node': 'echo v16.20.2', 'npm': '', 'chromium': ''}, 'node_18'),
    ({'node': 'echo v18.0.0', 'chromium': ''}, 'npm')])
def test_what_is_missing_is_named_in_the_summary(tmp_path, programs, missing):
    """As a test that is skipped."""
    summary = summary_with(tmp_path, programs)
    assert f'viewer_not_tested_because_{missing}_was_not_found (Skipped)' in summary, summary
    assert '100% tests passed' in summary
