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
Simulate one scenario with several solvers at once, each in a namespace of the solver's name.

    ros2 launch contact_sim compare_solvers.launch.py
    ros2 launch contact_sim compare_solvers.launch.py solvers:=RobustReducedLemke,Dantzig
    ros2 topic echo /dantzig/contact_wrenches/left_foot
"""

from pathlib import Path
import re

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource

SHARE = Path(get_package_share_directory('contact_sim'))


def snake_case(solver):
    """Return the name of a solver as a namespace: RobustLemke is robust_lemke."""
    return re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', solver.split('::')[-1]).lower()


def simulators(context):
    """Return one simulation a solver."""
    value = context.launch_configurations
    launch_file = PythonLaunchDescriptionSource(str(SHARE / 'launch/simulate.launch.py'))
    solvers = [name.strip() for name in value['solvers'].split(',') if name.strip()]
    return [
        IncludeLaunchDescription(launch_file, launch_arguments={
            'scenario': value['scenario'], 'solver': solver, 'rviz': 'false',
            'real_time_factor': value['real_time_factor'], 'namespace': snake_case(solver),
            'frame_prefix': f'{snake_case(solver)}/',
            'clock_topic': f'/{snake_case(solver)}/clock'}.items())
        for solver in solvers]


def generate_launch_description():
    """Return what `ros2 launch` starts."""
    return LaunchDescription([
        DeclareLaunchArgument(
            'solvers', default_value='RobustReducedLemke,Dantzig,ProjectedGaussSeidel',
            description='separated by commas'),
        DeclareLaunchArgument(
            'scenario', default_value='humanoid', description='a shipped one, or a path'),
        DeclareLaunchArgument(
            'real_time_factor', default_value='1.0', description='0: as fast as possible'),
        OpaqueFunction(function=simulators)])
