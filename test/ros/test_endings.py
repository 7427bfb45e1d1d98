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

"""How the node ends: by Ctrl-C in the middle of steps, and where it cannot even begin."""

import os
import signal
import subprocess
import time

import pytest

NODE = os.environ['CONTACT_SIM_NODE']


def start(*parameters):
    """Start the node with parameters, as text."""
    arguments = [word for parameter in parameters for word in ('-p', parameter)]
    return subprocess.Popen(
        [NODE, '--ros-args', *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True)


def refusal(*parameters):
    """Return what a node says that ends by itself with code 1."""
    node = start(*parameters)
    output, error = node.communicate(timeout=60)
    assert node.returncode == 1, output + error
    lines = [line for line in error.splitlines() if line.startswith('simulator_node:')]
    assert len(lines) == 1, error
    return lines[0]


@pytest.mark.parametrize('wait', [0.3, 1.0, 1.7])
def test_ctrl_c_ends_it_cleanly(wait):
    """Steps are made as fast as they can: the signal comes during one."""
    node = start('scenario:=humanoid_squat', 'real_time_factor:=0.0')
    time.sleep(wait)
    node.send_signal(signal.SIGINT)
    output, error = node.communicate(timeout=60)
    assert node.returncode == 0, output + error
    assert 'terminate' not in error


def test_an_unknown_scenario_is_told_with_those_that_there_are():
    """One line, exit code 1."""
    line = refusal('scenario:=moon')
    assert 'moon' in line
    assert 'humanoid_squat' in line


def test_an_unknown_plugin_is_told_with_those_that_there_are():
    """One line, exit code 1."""
    line = refusal('solver.plugin:=Magic')
    assert "unknown solver 'Magic'" in line
    assert 'RobustReducedLemke' in line


def test_bad_parameters_are_told():
    """Out of range, unknown to the solver, not a choice."""
    assert 'epsilon' in refusal('solver.epsilon:=-1.0')
    assert 'solver.epsilom' in refusal('solver.epsilom:=1.0')
    assert 'on_solver_failure' in refusal('on_solver_failure:=cry')
    assert 'wrench_links' in refusal('wrench_links:=tail')


def test_a_solver_that_fails_can_stop_the_node():
    """With `stop` a solver that takes no friction is the end, with exit code 1."""
    node = start(
        'scenario:=humanoid', 'solver.plugin:=ActiveSet', 'on_solver_failure:=stop',
        'real_time_factor:=0.0')
    _, error = node.communicate(timeout=60)
    assert node.returncode == 1, error
    assert 'on_solver_failure is stop' in error
