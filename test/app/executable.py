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

"""Runs the executable under test and reads what it prints."""

import os
import subprocess

EXECUTABLE = os.environ['CONTACT_SIM_EXECUTABLE']


def run(*arguments, **variables):
    """Run contact_sim and return the finished process with its text output."""
    command = [EXECUTABLE, *(str(argument) for argument in arguments)]
    # Of a sourced workspace nothing is taken: it may hold solvers of others.
    environment = {**os.environ, 'AMENT_PREFIX_PATH': '', **variables}
    return subprocess.run(
        command, capture_output=True, encoding='utf-8', timeout=60, env=environment)


def refusal(*arguments, **variables):
    """Run contact_sim on bad input and return its message."""
    process = run(*arguments, **variables)
    assert process.returncode == 2
    assert process.stdout == ''
    assert process.stderr.startswith('contact_sim: ')
    return process.stderr


def parse_plain(text):
    """Read the first answer of the plain format."""
    answer = {}
    for line in text.splitlines():
        if line and not line.startswith('#'):
            key, *values = line.split()
            answer[key] = [float(value) for value in values]
    return answer


def solver_names(kind='lcp'):
    """Return the names of all solvers of a kind."""
    lines = run('solvers', '--format', 'plain').stdout.splitlines()
    return [line.split()[0] for line in lines if line.split()[1] == kind]
