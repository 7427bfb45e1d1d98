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

"""Reads the includes and fails where the room table of docs/architecture.md is broken."""

from pathlib import Path
import re

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]contact_sim/(\w+)/', re.MULTILINE)
FOREIGN = {
    'rclcpp': 'rclcpp', 'rcl_interfaces': 'rclcpp', 'sensor_msgs': 'rclcpp',
    'geometry_msgs': 'rclcpp', 'visualization_msgs': 'rclcpp', 'pluginlib': 'pluginlib',
    'fcl': 'FCL', 'libqhull_r': 'qhull', 'assimp': 'assimp', 'dart': 'DART',
    'yaml-cpp': 'yaml-cpp', 'urdf_parser': 'urdfdom',
    'boost': 'Boost', 'nlohmann': 'nlohmann json', 'CLI': 'CLI11', 'Eigen': 'Eigen'}
FOREIGN_INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([\w-]+)/', re.MULTILINE)


def allowed(table):
    """Return what each room of the table may know, as sets of names."""
    rooms = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.split('|')]
        name = re.fullmatch(r'`(\w+)`', cells[1]) if len(cells) > 4 else None
        if name:
            rooms[name[1]] = {known.strip() for known in cells[3].split(',')}
    return rooms


def room_of(path, root):
    """Return the room that a source file belongs to."""
    parts = path.relative_to(root).parts
    return parts[1] if parts[0] == 'src' else parts[2]


def violations(root, rooms):
    """Return one sentence for each include that the table does not allow."""
    found = []
    for path in sorted([*root.glob('src/*/**/*.[ch]pp'), *root.glob('include/**/*.hpp')]):
        room = room_of(path, root)
        if room not in rooms:
            found.append(f'{path.relative_to(root)}: the room {room} is not in the table')
            continue
        text = path.read_text(encoding='utf-8')
        known = set(INCLUDE.findall(text)) - {room}
        known |= {FOREIGN[name] for name in FOREIGN_INCLUDE.findall(text) if name in FOREIGN}
        for name in sorted(known - rooms[room]):
            found.append(f'{path.relative_to(root)}: the room {room} may not know {name}')
    return found


def test_the_table_is_kept():
    """Every include of the package is allowed."""
    rooms = allowed((ROOT / 'docs/architecture.md').read_text(encoding='utf-8'))
    assert len(rooms) >= 10
    assert violations(ROOT, rooms) == []


def test_each_folder_is_a_room():
    """No source folder stands outside the table."""
    rooms = allowed((ROOT / 'docs/architecture.md').read_text(encoding='utf-8'))
    folders = {path.name for path in (ROOT / 'src').iterdir() if path.is_dir()}
    assert folders <= set(rooms)


def test_a_broken_table_is_noticed(tmp_path):
    """A room that knows too much, a foreign library and an unknown room are all found."""
    rooms = allowed('| `lcp` | x | Eigen | ? |\n| `io` | x | lcp | ? |')
    assert rooms == {'lcp': {'Eigen'}, 'io': {'lcp'}}
    sources = {
        'src/lcp/a.cpp': '#include "contact_sim/io/file.hpp"\n#include <Eigen/Core>\n',
        'src/io/b.cpp': '#include "contact_sim/lcp/a.hpp"\n#include <rclcpp/rclcpp.hpp>\n',
        'src/attic/c.cpp': '',
        'include/contact_sim/lcp/d.hpp': '#include "contact_sim/lcp/a.hpp"\n'}
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert violations(tmp_path, rooms) == [
        'src/attic/c.cpp: the room attic is not in the table',
        'src/io/b.cpp: the room io may not know rclcpp',
        'src/lcp/a.cpp: the room lcp may not know io']
