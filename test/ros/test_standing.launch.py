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

"""A humanoid that stands, started by simulate.launch.py, looked at and told what to do."""

import math
from pathlib import Path
import re
import subprocess
import time
import unittest

from ament_index_python.packages import get_package_share_directory
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import WrenchStamped
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
import launch_testing.actions
import launch_testing.asserts
from rclpy.qos import qos_profile_sensor_data
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from simulator_client import Client, LATCHED, wait_until
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import Marker, MarkerArray

SHARE = Path(get_package_share_directory('contact_sim'))
FEET = ('left_foot', 'right_foot')


def weight():
    """Return the weight of the humanoid [N]."""
    urdf = (SHARE / 'urdf/humanoid.urdf').read_text(encoding='utf-8')
    return 9.81 * sum(float(mass) for mass in re.findall(r'<mass value="([^"]+)"', urdf))


def seconds(message):
    """Return the stamp of a message [s]."""
    return message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec


def generate_test_description():
    """Start the simulator and robot_state_publisher as a user does."""
    return LaunchDescription([
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(str(SHARE / 'launch/simulate.launch.py')),
            launch_arguments={'scenario': 'humanoid', 'rviz': 'false'}.items()),
        launch_testing.actions.ReadyToTest()])


class TestStanding(unittest.TestCase):
    """One simulator for all of them: each begins with a reset."""

    @classmethod
    def setUpClass(cls):
        """Connect."""
        cls.client = Client()
        cls.client.wait_for_simulator()

    @classmethod
    def tearDownClass(cls):
        """Disconnect."""
        cls.client.close()

    def setUp(self):
        """Begin anew."""
        self.assertTrue(self.client.trigger('reset').success)
        self.client.pause(False)

    def position(self, joint):
        """Return where a joint is now."""
        message = self.client.collect(JointState, 'joint_states', 1)[0]
        return message.position[message.name.index(joint)]

    def swap(self, solver, full_name):
        """Choose a solver, and wait until the parameters tell so."""
        self.assertTrue(self.client.set_parameters(solver__plugin=solver)[0].successful)
        wait_until(
            lambda: self.client.get_parameters('solver.plugin') == [full_name], full_name)

    def test_feet_carry_the_weight(self):
        """After a second the wrenches of the feet sum up to the weight within 0.1 %."""
        forces = []
        for foot in FEET:
            heard = self.client.listen(WrenchStamped, f'contact_wrenches/{foot}')
            wait_until(lambda: heard and seconds(heard[-1]) > 1.0, f'a second of {foot}')
            self.assertEqual(heard[-1].header.frame_id, foot)
            forces.append(heard[-1].wrench.force.z)
        self.assertAlmostEqual(sum(forces), weight(), delta=1e-3 * weight())

    def test_a_link_that_touches_nothing_has_no_wrench(self):
        """Its topic is there all the same."""
        message = self.client.collect(WrenchStamped, 'contact_wrenches/head', 1)[0]
        force = message.wrench.force
        self.assertEqual((force.x, force.y, force.z), (0.0, 0.0, 0.0))

    def test_topics_have_their_rates_and_frames(self):
        """Rates are by simulation time: stamps tell them."""
        for kind, topic, rate in (
                (JointState, 'joint_states', 200.0),
                (WrenchStamped, 'contact_wrenches/left_foot', 200.0)):
            stamps = [seconds(m) for m in self.client.collect(kind, topic, 50)]
            self.assertAlmostEqual((stamps[-1] - stamps[0]) * rate, 49.0, delta=1e-3)
        transforms = [
            message.transforms for message in self.client.collect(TFMessage, '/tf', 50)]
        roots = [t[0] for t in transforms if t[0].child_frame_id == 'base_link']
        self.assertTrue(roots)
        self.assertEqual(roots[0].header.frame_id, 'world')
        clock = self.client.collect(Clock, '/clock', 50)
        times = [c.clock.sec + 1e-9 * c.clock.nanosec for c in clock]
        self.assertAlmostEqual((times[-1] - times[0]) * 200.0, 49.0, delta=1e-3)

    def test_sensor_data_subscribers_are_served_too(self):
        """A best-effort subscriber fits the publishers."""
        self.client.collect(JointState, 'joint_states', 5, qos_profile_sensor_data)

    def test_runs_in_real_time(self):
        """A second of the clock is a second of the simulation."""
        heard = self.client.listen(Clock, '/clock')
        wait_until(lambda: heard, 'the clock')
        time.sleep(2.0)
        first, last = heard[0].clock, heard[-1].clock
        simulated = last.sec - first.sec + 1e-9 * (last.nanosec - first.nanosec)
        self.assertAlmostEqual(simulated, 2.0, delta=0.4)  # on a machine that is busy

    def test_a_late_subscriber_gets_the_markers_of_a_pause(self):
        """Nothing moves, and yet RViz would see the contacts."""
        self.client.collect(JointState, 'joint_states', 100)
        self.client.pause(True)
        markers = self.client.collect(MarkerArray, 'contact_markers', 1, LATCHED)[0].markers
        self.assertEqual(markers[0].action, Marker.DELETEALL)
        points = [m for m in markers if m.type == Marker.SPHERE_LIST]
        self.assertEqual(len(points), 1)
        self.assertEqual(points[0].header.frame_id, 'world')
        self.assertGreaterEqual(len(points[0].points), 6)
        self.assertEqual(len(points[0].points), len(points[0].colors))
        arrows = [m for m in markers if m.ns == 'normal_forces']
        sum_of_forces = sum(m.points[1].z - m.points[0].z for m in arrows) / 0.01
        self.assertAlmostEqual(sum_of_forces, weight(), delta=0.05 * weight())

    def test_a_late_subscriber_gets_the_scene(self):
        """What no URDF describes, for RViz: here the ground alone, as the robot has its own."""
        markers = self.client.collect(MarkerArray, 'scene_markers', 1, LATCHED)[0].markers
        self.assertEqual([m.ns for m in markers], ['ground'])
        self.assertEqual(markers[0].header.frame_id, 'world')

    def test_friction_cones_on_request(self):
        """They come with a parameter, and go with it."""
        self.assertTrue(self.client.set_parameters(markers__cones=True)[0].successful)
        heard = self.client.listen(MarkerArray, 'contact_markers', LATCHED)

        def shows():
            return bool(heard) and any(m.ns == 'friction_cones' for m in heard[-1].markers)
        wait_until(shows, 'friction cones')
        self.client.set_parameters(markers__cones=False)
        wait_until(lambda: not shows(), 'no friction cones')

    def test_robot_state_publisher_tells_the_links(self):
        """The launch file has given it the robot."""
        description = self.client.collect(String, 'robot_description', 1, LATCHED)[0]
        self.assertIn('<robot', description.data)
        heard = self.client.listen(TFMessage, '/tf')
        wait_until(
            lambda: any(t.child_frame_id == 'left_foot' for m in heard for t in m.transforms),
            'the frame of a foot')

    def test_commands_move_the_joints(self):
        """A partial list; the others stay."""
        knee = self.position('left_knee')
        self.client.command(['left_elbow'], position=[-1.0])
        wait_until(lambda: abs(self.position('left_elbow') + 1.0) < 0.02, 'the elbow')
        self.assertAlmostEqual(self.position('left_knee'), knee, delta=0.01)

    def test_bad_commands_are_refused_and_the_last_good_one_stays(self):
        """NaN, names that are not there, lists of other lengths."""
        self.client.command(['left_elbow'], position=[-0.8])
        self.client.command(['left_elbow'], position=[math.nan])
        self.client.command(['left_elbow', 'tail'], position=[0.0, 0.0])
        self.client.command(['left_elbow'], position=[0.0, 1.0])
        wait_until(lambda: abs(self.position('left_elbow') + 0.8) < 0.02, 'the good command')

    def test_a_burst_of_commands(self):
        """Of 10,000 messages the last one counts."""
        for i in range(10000):
            self.client.command(['right_elbow'], position=[-0.3 - 0.6 * i / 9999])
        wait_until(lambda: abs(self.position('right_elbow') + 0.9) < 0.02, 'the last of a burst')

    def test_swaps_every_solver_while_it_runs(self):
        """Without a jump, and with the parameters of each."""
        description = self.client.describe('solver.plugin')
        solvers = description.additional_constraints.removeprefix('one of: ').split(', ')
        self.assertGreaterEqual(len(solvers), 9)
        heard = self.client.listen(JointState, 'joint_states')
        for solver in solvers:
            self.swap(solver, solver)
            count = len(heard)
            wait_until(lambda: len(heard) > count + 5, f'steps of {solver}')
        for before, after in zip(heard, heard[1:]):
            if seconds(after) - seconds(before) < 0.0055:  # 5 ms, unless a message was lost
                jump = max(abs(a - b) for a, b in zip(after.position, before.position))
                self.assertLess(jump, 0.02)
        self.swap('LexicographicLemke', 'contact_sim::LexicographicLemke')
        self.assertIn('tie', self.client.describe('solver.delta').description)
        self.assertTrue(self.client.set_parameters(solver__delta=1e-6)[0].successful)
        self.swap('RobustReducedLemke', 'contact_sim::RobustReducedLemke')

    def test_refuses_parameters_with_the_reason(self):
        """And says what would be right."""
        result = self.client.set_parameters(solver__plugin='contact_sim::Magic')[0]
        self.assertFalse(result.successful)
        self.assertIn('RobustReducedLemke', result.reason)
        for name, value, reason in (
                ('solver.epsilon', -1.0, 'epsilon'),
                ('solver.epsilon', 'small', 'epsilon'),
                ('real_time_factor', -1.0, 'real_time_factor'),
                ('on_solver_failure', 'cry', 'continue, pause or stop'),
                ('scenario', 'wall', 'read-only')):
            result = self.client.set_parameters(**{name.replace('.', '__'): value})[0]
            self.assertFalse(result.successful, name)
            self.assertIn(reason, result.reason)

    def test_parameters_are_described(self):
        """Range and description, as `ros2 param describe` shows them."""
        descriptor = self.client.describe('solver.epsilon')
        self.assertIn('pivot', descriptor.description)
        self.assertEqual(descriptor.floating_point_range[0].from_value, 0.0)
        self.assertTrue(self.client.describe('scenario').read_only)

    def test_pauses_and_steps(self):
        """Each step is told, and is one step."""
        self.client.pause(True)
        heard = self.client.listen(JointState, 'joint_states')
        self.assertTrue(self.client.trigger('step').success)
        wait_until(lambda: len(heard) == 1, 'the first step')
        self.assertTrue(self.client.trigger('step').success)
        wait_until(lambda: len(heard) == 2, 'the second step')
        self.assertAlmostEqual(seconds(heard[1]) - seconds(heard[0]), 0.001, delta=1e-9)
        time.sleep(0.2)
        self.assertEqual(len(heard), 2)
        self.client.pause(False)
        self.assertFalse(self.client.trigger('step').success)

    def test_resets(self):
        """Time and joints begin again."""
        self.client.command(['left_elbow'], position=[-1.2])
        wait_until(lambda: abs(self.position('left_elbow') + 1.2) < 0.02, 'the elbow')
        self.client.pause(True)
        heard = self.client.listen(JointState, 'joint_states')
        self.client.trigger('reset')
        wait_until(lambda: heard, 'the state of the beginning')
        self.assertEqual(seconds(heard[0]), 0.0)
        self.assertAlmostEqual(heard[0].position[heard[0].name.index('left_elbow')], -0.3)

    def test_saves_the_problem(self):
        """Its path is the answer, and the executable reads it."""
        self.client.collect(JointState, 'joint_states', 50)
        answer = self.client.trigger('save_problem')
        self.assertTrue(answer.success, answer.message)
        self.assertTrue(Path(answer.message).is_file())
        executable = SHARE.parents[1] / 'lib/contact_sim/contact_sim'
        done = subprocess.run([executable, 'solve', answer.message], check=False)
        self.assertEqual(done.returncode, 0)

    def test_diagnostics_tell_the_solver_and_the_times(self):
        """What really ran, its residuals, and the deadlines."""
        statuses = self.client.collect(DiagnosticArray, '/diagnostics', 2)[1].status
        solver = {pair.key: pair.value for pair in statuses[0].values}
        self.assertEqual(solver['solver'], 'contact_sim::RobustReducedLemke')
        for residual in ('penetration rate', 'complementarity', 'cone violation',
                         'dissipation gap'):
            self.assertLessEqual(float(solver[f'residual: {residual}']), 1e-9)
        timing = {pair.key: pair.value for pair in statuses[1].values}
        self.assertGreater(int(solver['islands answered by the chosen solver']), 0)
        self.assertIn('missed deadlines', timing)
        # It runs by the clock: the system's delays are not nought, and not the whole second.
        self.assertGreater(float(timing['woken up late, most [us]']), 0.0)
        self.assertLess(float(timing['woken up late, most [us]']), 1e6)
        self.assertIn('real-time factor', timing)


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    """After Ctrl-C."""

    def test_exit_codes(self, proc_info):
        """All processes ended well."""
        launch_testing.asserts.assertExitCodes(proc_info)
