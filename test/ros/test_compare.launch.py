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

"""One scene with two solvers, started by compare_solvers.launch.py: each in its own namespace."""

from pathlib import Path
import subprocess
import unittest

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
import launch_testing.actions
import launch_testing.asserts
from simulator_client import Client, wait_until
from tf2_msgs.msg import TFMessage

LAUNCH = Path(get_package_share_directory('contact_sim')) / 'launch'
SOLVERS = {'robust_reduced_lemke': 'RobustReducedLemke', 'dantzig': 'Dantzig'}


def generate_test_description():
    """Start both as a user does."""
    return LaunchDescription([
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(str(LAUNCH / 'compare_solvers.launch.py')),
            launch_arguments={'solvers': ','.join(SOLVERS.values())}.items()),
        launch_testing.actions.ReadyToTest()])


class TestCompare(unittest.TestCase):
    """They run side by side."""

    def test_each_has_its_solver_and_its_frames(self):
        """Frames of both are told on one /tf, and none has the name of another."""
        for namespace, solver in SOLVERS.items():
            client = Client(f'/{namespace}')
            client.wait_for_simulator()
            self.assertEqual(
                client.get_parameters('solver.plugin'), [f'contact_sim::{solver}'])
            heard = client.listen(TFMessage, '/tf')
            foot = f'{namespace}/left_foot'
            wait_until(
                lambda: any(t.child_frame_id == foot for m in heard for t in m.transforms), foot)
            self.assertTrue(
                all('/' in t.child_frame_id for m in heard for t in m.transforms))
            client.close()

    def test_launch_files_are_found_by_name(self):
        """`ros2 launch` walks the share folder in a way of its own."""
        for name in ('simulate.launch.py', 'compare_solvers.launch.py'):
            done = subprocess.run(
                ['ros2', 'launch', 'contact_sim', name, '--show-args'], capture_output=True,
                text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("'scenario'", done.stdout)


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    """After Ctrl-C."""

    def test_exit_codes(self, proc_info):
        """All processes ended well."""
        launch_testing.asserts.assertExitCodes(proc_info)
