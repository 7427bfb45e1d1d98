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

"""Two simulators in two namespaces, in lockstep: the same commands give the same bits."""

import unittest

from launch import LaunchDescription
from launch_ros.actions import Node
import launch_testing.actions
import launch_testing.asserts
from sensor_msgs.msg import JointState
from simulator_client import Client, wait_until

NAMESPACES = ('first', 'second')
STEPS = 300


def generate_test_description():
    """Start both."""
    return LaunchDescription([
        *(Node(
            package='contact_sim', executable='simulator_node', name='simulator',
            namespace=name, remappings=[('/clock', f'/{name}/clock')],
            parameters=[{
                'scenario': 'humanoid', 'lockstep': True, 'frames.prefix': f'{name}/'}])
          for name in NAMESPACES),
        launch_testing.actions.ReadyToTest()])


class TestLockstep(unittest.TestCase):
    """Both get the same messages, at different times."""

    def run_one(self, namespace):
        """Return the joint states that the commands made."""
        client = Client(f'/{namespace}')
        client.wait_for_simulator()
        heard = client.listen(JointState, 'joint_states')
        wait_until(
            lambda: client.node.count_publishers(f'/{namespace}/joint_states') > 0, 'a publisher')
        client.command()  # shows whether both sides see each other already
        wait_until(lambda: heard, 'the first step')
        for step in range(STEPS):
            client.command(['left_elbow', 'right_hip_roll'], position=[-0.001 * step, 0.1])
        client.command(['tail'], position=[1.0])  # refused: no step
        wait_until(lambda: len(heard) >= STEPS + 1, 'a state for each command')
        client.close()
        return heard

    def test_the_same_commands_give_the_same_bits(self):
        """Not one bit differs, and nobody hears the other."""
        first, second = (self.run_one(name) for name in NAMESPACES)
        self.assertEqual(len(first), STEPS + 1)
        self.assertEqual(len(second), STEPS + 1)
        for a, b in zip(first, second):
            self.assertEqual(a.header.stamp, b.header.stamp)
            self.assertEqual(a.position, b.position)
            self.assertEqual(a.velocity, b.velocity)
            self.assertEqual(a.effort, b.effort)
        self.assertNotEqual(first[0].position, first[-1].position)


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    """After Ctrl-C."""

    def test_exit_codes(self, proc_info):
        """Both ended well."""
        launch_testing.asserts.assertExitCodes(proc_info)
