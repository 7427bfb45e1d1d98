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

"""
Simulate a scenario, with its robot's frames, and with RViz unless it is told not to.

    ros2 launch contact_sim simulate.launch.py
    ros2 launch contact_sim simulate.launch.py scenario:=quadruped solver:=Dantzig
    ros2 launch contact_sim simulate.launch.py scenario:=my.yaml rviz:=false real_time_factor:=0
    ros2 launch contact_sim simulate.launch.py params_file:=config/solvers/robust_lemke.yaml
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, EmitEvent, OpaqueFunction, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch_ros.actions import Node
import yaml

SHARE = Path(get_package_share_directory('contact_sim'))
ARGUMENTS = {
    'scenario': ('humanoid', 'a shipped scenario, or the path of a file'),
    'solver': ('', "the contact solver; empty: the params file's, or else the scenario's"),
    'rviz': ('true', 'opens RViz'),
    'real_time_factor': ('', 'simulated time over time; 0: as fast as possible'),
    'params_file': (str(SHARE / 'config/simulator.yaml'), 'parameters of the simulator'),
    'namespace': ('', 'of the topics'),
    'frame_prefix': ('', 'before the names of frames'),
    'clock_topic': ('/clock', 'where simulation time is told')}


def robot_description(scenario):
    """Return the URDF of the only robot of a scenario, or nothing."""
    path = Path(scenario)
    if not path.is_file():
        path = SHARE / 'config/scenarios' / f'{scenario}.yaml'
    if not path.is_file():
        return ''  # the simulator says what is wrong, and what there is
    content = yaml.safe_load(path.read_text(encoding='utf-8')) or {}
    robots = content.get('robots') or []
    robots = list(robots.values()) if isinstance(robots, dict) else robots
    if len(robots) != 1:
        return ''
    for folder in [path.parent, SHARE / 'urdf', *(up / 'urdf' for up in path.parents)]:
        urdf = folder / robots[0]['urdf']
        if urdf.is_file():
            return urdf.read_text(encoding='utf-8')
    return ''


def nodes(context):
    """Return the nodes that the arguments ask for."""
    value = {name: context.launch_configurations[name] for name in ARGUMENTS}
    changes = {'scenario': value['scenario'], 'frames.prefix': value['frame_prefix']}
    if value['solver']:
        changes['solver.plugin'] = value['solver']
    if value['real_time_factor']:
        changes['real_time_factor'] = float(value['real_time_factor'])
    simulator = Node(
        package='contact_sim', executable='simulator_node', name='simulator',
        namespace=value['namespace'], output='screen',
        remappings=[('/clock', value['clock_topic'])],
        parameters=[value['params_file'], changes])
    started = [simulator, RegisterEventHandler(OnProcessExit(
        target_action=simulator, on_exit=[EmitEvent(event=Shutdown(reason='simulator ended'))]))]
    urdf = robot_description(value['scenario'])
    if urdf:
        started.append(Node(
            package='robot_state_publisher', executable='robot_state_publisher',
            namespace=value['namespace'], remappings=[('/clock', value['clock_topic'])],
            parameters=[{
                'robot_description': urdf, 'use_sim_time': True, 'publish_frequency': 100.0,
                'frame_prefix': value['frame_prefix']}]))
    if value['rviz'].lower() in ('true', '1'):
        started.append(Node(
            package='rviz2', executable='rviz2', namespace=value['namespace'],
            remappings=[('/clock', value['clock_topic'])],
            arguments=['-d', str(SHARE / 'config/contact_sim.rviz')],
            parameters=[{'use_sim_time': True}]))
    return started


def generate_launch_description():
    """Return what `ros2 launch` starts."""
    return LaunchDescription([
        *(DeclareLaunchArgument(name, default_value=default, description=text)
          for name, (default, text) in ARGUMENTS.items()),
        OpaqueFunction(function=nodes)])
