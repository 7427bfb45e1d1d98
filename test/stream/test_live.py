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

"""The live view as a client sees it: what it says, what can be asked, and what does it no harm."""

from contextlib import contextmanager
import http.client
import json
import os
from pathlib import Path
import re
import signal
import socket
import struct
import subprocess
import time

from foxglove_client import BINARY, Client, read_joint_states, Refused, TEXT

import pytest

EXECUTABLE = os.environ['CONTACT_SIM_EXECUTABLE']
NAME = '/simulator.'


class Served:
    """A run of the executable with a view, and where it is."""

    def __init__(self, process, port):
        """Keep both."""
        self.process = process
        self.port = port

    def connect(self, **options):
        """Return a client that has read the greeting."""
        return Client(self.port, **options)

    def get(self, path, host=None, method='GET'):
        """Ask for a file; the path goes out as it is."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader('Host', host or f'localhost:{self.port}')
        connection.endheaders()
        response = connection.getresponse()
        return response.status, response.read()


@contextmanager
def serve(*arguments, **variables):
    """Start the executable with any free port; end it as Ctrl-C does, with exit code 0."""
    process = subprocess.Popen(
        [EXECUTABLE, *arguments, '--view', '--port', '0'], encoding='utf-8',
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, 'AMENT_PREFIX_PATH': '', **variables})
    try:
        found = None
        while not found:
            line = process.stdout.readline()
            assert line, 'it ended without an address'
            found = re.search(r'http://localhost:(\d+)', line)
        yield Served(process, int(found[1]))
        assert process.poll() is None, 'it did not outlive the test'
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope='module')
def humanoid(tmp_path_factory):
    """Serve a humanoid that stands, for all tests that leave it standing."""
    folder = tmp_path_factory.mktemp('saved')
    with serve('run', 'humanoid', '--set', f'save_folder={folder}') as served:
        yield served


@pytest.fixture
def client(humanoid):
    """Connect to it."""
    with humanoid.connect() as connected:
        yield connected
        connected.call_json('/simulator/pause', data=False)


def test_the_greeting_says_what_is_offered(client):
    """The capabilities, the topics of the node, and its services are there."""
    assert client.info['name'] == 'contact_sim: humanoid'
    assert {'clientPublish', 'parameters', 'parametersSubscribe', 'services', 'time'} <= set(
        client.info['capabilities'])
    assert {'/joint_states', '/tf', '/clock', '/contact_markers', '/diagnostics',
            '/robot_description', '/scene_markers', '/contact_wrenches/left_foot'} <= set(
        client.channels)
    assert client.channels['/joint_states']['encoding'] == 'cdr'
    assert client.channels['/joint_states']['schemaName'] == 'sensor_msgs/msg/JointState'
    assert 'float64[] position' in client.channels['/joint_states']['schema']
    assert set(client.services) == {
        f'/simulator/{name}' for name in ('pause', 'step', 'reset', 'save_problem', 'describe')}


@pytest.mark.parametrize('protocol', ['foxglove.websocket.v1', 'foxglove.sdk.v1'])
def test_both_subprotocols_are_spoken(humanoid, protocol):
    """Old and new clients connect."""
    with humanoid.connect(protocol=protocol) as connected:
        assert connected.channels


def test_another_subprotocol_is_refused_with_a_reason(humanoid):
    """What is expected is in the answer."""
    for protocol in ('chat', None):
        with pytest.raises(Refused, match='foxglove.websocket.v1'):
            humanoid.connect(protocol=protocol)


def test_messages_come_at_the_rate_by_simulation_time(client):
    """60 Hz of joint states are a message every sixtieth second."""
    client.subscribe('/joint_states')
    stamps = [client.next_message('/joint_states')[0] for _ in range(31)]
    assert (stamps[-1] - stamps[1]) / 29 == pytest.approx(1e9 / 60, rel=0.01)


def test_everything_is_sent_at_once_also_in_a_pause(humanoid, client):
    """Who comes late sees the whole scene."""
    assert client.call_json('/simulator/pause', data=True)['success']
    with humanoid.connect() as late:
        topics = ['/joint_states', '/tf', '/robot_description', '/scene_markers',
                  '/contact_markers', '/contact_wrenches/left_foot']
        late.subscribe(*topics)
        messages = {topic: late.next_message(topic)[1] for topic in topics}
    assert all(len(message) > 8 for message in messages.values())
    assert b'<robot' in messages['/robot_description']
    assert client.call_json('/simulator/pause', data=False)['success']


def test_commands_move_a_joint_as_json_and_as_cdr(client):
    """An elbow bends where it is told to."""
    def elbow():
        return read_joint_states(client.next_message('/joint_states')[1])['left_elbow']

    def wait_for(target):
        end = time.monotonic() + 20
        while abs(elbow() - target) > 0.02:
            assert time.monotonic() < end
    client.subscribe('/joint_states')
    client.publish(json.dumps({'name': ['left_elbow'], 'position': [-1.0]}).encode())
    wait_for(-1.0)
    name = b'left_elbow\0'
    body = struct.pack('<iIIB3x', 0, 0, 1, 0) + struct.pack('<II', 1, len(name)) + name
    body += b'\0' * (-len(body) % 4) + struct.pack('<I', 1)
    body += b'\0' * (-len(body) % 8) + struct.pack('<d', -0.5) + struct.pack('<II', 0, 0)
    client.publish(b'\0\1\0\0' + body, encoding='cdr')
    wait_for(-0.5)


@pytest.mark.parametrize('command, reason', [
    ({'name': ['no_such_joint'], 'position': [0]}, 'no_such_joint'),
    ({'name': ['left_elbow'], 'position': [1, 2]}, 'expected 1 numbers in position'),
    ({'name': ['left_elbow', 'left_elbow'], 'position': [0, 0]}, 'named twice'),
    ({'name': 3}, 'expected a JointState')])
def test_a_bad_command_is_refused_with_the_reason(client, command, reason):
    """The client is told what was wrong."""
    client.publish(json.dumps(command).encode())
    assert reason in client.wait_for('status', level=2)['message']


def test_a_pause_stops_the_clock_and_a_step_moves_it_by_one_step(client):
    """The clock tells what the simulation does."""
    client.subscribe('/clock', '/tf')
    assert client.call_json('/simulator/pause', data=True) == {
        'success': True, 'message': 'paused'}
    # The clock may have been sent some steps before the pause; a step sends everything.
    assert client.call_json('/simulator/step')['success']
    before = client.last_message('/clock')[0]
    for steps in (1, 2):
        assert client.call_json('/simulator/step')['success']
        assert client.last_message('/clock')[0] == before + steps * 1000000
    assert client.last_message('/tf')[0] == before + 2000000
    assert client.call('/simulator/pause', 'cdr', b'\0\1\0\0\0')[4:5] == b'\1'
    assert client.next_message('/clock')[0] > before


def test_a_step_without_a_pause_is_answered_with_the_reason(client):
    """It was not done, and says why."""
    answer = client.call_json('/simulator/step')
    assert not answer['success']
    assert 'not paused' in answer['message']


def test_the_solver_is_swapped_and_its_parameters_with_it(client):
    """Who subscribed is told of those that came and those that went."""
    plugin = NAME + 'solver.plugin'
    client.send(op='subscribeParameterUpdates', parameterNames=[])
    before = client.parameters()
    assert before[plugin] == 'contact_sim::RobustReducedLemke'
    assert client.set(plugin, 'ProjectedGaussSeidel') == 'contact_sim::ProjectedGaussSeidel'
    changes = {entry['name']: entry.get('value')
               for entry in client.wait_for('parameterValues')['parameters']}
    assert changes[plugin] == 'contact_sim::ProjectedGaussSeidel'
    after = client.parameters()
    assert {name for name in before if name not in after} == {
        name for name, value in changes.items() if value is None}
    assert client.set(plugin, 'contact_sim::RobustReducedLemke') == before[plugin]


@pytest.mark.parametrize('name, value, reason', [
    ('solver.plugin', 'Magic', 'Magic'), ('real_time_factor', -1, 'real_time_factor'),
    ('real_time_factor', 'fast', 'real_time_factor'), ('scenario', 'stack', 'only be set at the'),
    ('no_such', 1, 'no_such'), ('solver.no_such', 1, 'no_such')])
def test_a_bad_value_is_refused_with_the_reason(client, name, value, reason):
    """The value in force is told, and why the other is not."""
    before = client.parameters(NAME + name).get(NAME + name)
    assert client.set(NAME + name, value) == before
    assert reason in client.wait_for('status', level=2)['message']


def test_a_parameter_outside_of_the_simulator_is_refused(client):
    """Names are those that foxglove_bridge gives."""
    client.set('solver.plugin', 'Lemke')
    assert '/simulator.' in client.wait_for('status', level=2)['message']


def test_it_describes_its_parameters_and_solvers(client):
    """What a user interface needs beside the values."""
    answer = client.call_json('/simulator/describe')
    assert answer['success']
    described = json.loads(answer['message'])
    solvers = {solver['name']: solver['description'] for solver in described['solvers']}
    assert 'Baraff' in solvers['contact_sim::Dantzig']
    assert 'left_elbow' in described['joints']
    by_name = {entry['name']: entry for entry in described['parameters']}
    assert set(client.parameters()) == {NAME + name for name in by_name}
    factor = by_name['real_time_factor']
    assert (factor['type'], factor['minimum'], factor['fixed']) == ('number', 0.0, False)
    assert by_name['scenario']['fixed']
    assert by_name['on_solver_failure']['choices'] == ['continue', 'pause', 'stop']
    assert all(entry['description'] for entry in by_name.values())


def test_after_a_reset_time_begins_anew(client):
    """The clock goes back, to the beginning."""
    client.subscribe('/clock')
    while client.next_message('/clock')[0] < 100000000:
        pass
    assert client.call_json('/simulator/reset')['success']
    end = time.monotonic() + 20
    while client.next_message('/clock')[0] != 0:
        assert time.monotonic() < end


def test_save_problem_writes_a_file_that_solve_reads(humanoid, client):
    """The way from the view to `contact_sim solve`."""
    answer = client.call_json('/simulator/save_problem')
    assert answer['success'], answer
    solved = subprocess.run([EXECUTABLE, 'solve', answer['message']], capture_output=True,
                            env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    assert solved.returncode == 0


def test_twenty_clients_are_served_at_once(humanoid):
    """Each gets everything."""
    clients = [humanoid.connect() for _ in range(20)]
    for connected in clients:
        connected.subscribe('/joint_states', '/tf', '/contact_markers')
    for connected in clients:
        for _ in range(30):
            connected.next_message('/joint_states')
        connected.socket.close()


def real_time(client):
    """Return how much simulated time comes by in two seconds of the clock."""
    client.subscribe('/clock')
    first = client.next_message('/clock')[0]
    start = time.monotonic()
    while time.monotonic() < start + 2.0:
        last = client.next_message('/clock')[0]
    return (last - first) / 1e9


def test_a_client_that_stops_reading_does_not_hold_up_the_others(humanoid, client):
    """It loses frames; the simulation loses nothing."""
    with humanoid.connect() as deaf:
        deaf.subscribe(*deaf.channels)
        client.set(NAME + 'rates.markers', 1000.0)
        client.set(NAME + 'rates.joint_states', 1000.0)
        # On a machine with two cores that others use, half of real time is what can be asked.
        assert real_time(client) > 1.0
        client.set(NAME + 'rates.markers', 60.0)
        client.set(NAME + 'rates.joint_states', 60.0)


GARBAGE = [
    (TEXT, b'this is no JSON'), (TEXT, b'[1, 2, 3]'), (TEXT, b'{}'), (TEXT, b'{"op": 5}'),
    (TEXT, b'{"op": "dance"}'), (TEXT, b'{"op": "subscribe"}'),
    (TEXT, b'{"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 99999}]}'),
    (TEXT, b'{"op": "subscribe", "subscriptions": [{"id": -1, "channelId": "x"}]}'),
    (TEXT, b'{"op": "setParameters", "parameters": [{"name": {}}]}'),
    (TEXT, b'{"op": "setParameters", "parameters": [{"name": "a", "value": [1]}]}'),
    (TEXT, b'[' * 100000), (BINARY, b''), (BINARY, b'\x01'), (BINARY, b'\x01\xff\xff\xff\xff'),
    (BINARY, b'\x02\x01\x02'), (BINARY, b'\x02' + b'\xff' * 12), (BINARY, bytes(range(256)))]


@pytest.mark.parametrize('number', range(len(GARBAGE)))
def test_garbage_is_answered_and_the_client_goes_on(client, number):
    """It is told what was wrong; what it asks next is answered."""
    client.send_frame(*GARBAGE[number])
    assert client.parameters(NAME + 'scenario')
    assert client.told


NO_FRAMES = [
    b'\xff' * 64, b'\x00' * 64, b'\x81\x05hello', b'\x81\xff' + b'\xff' * 8, b'\x83\x80abcd',
    b'\x81\x84abcd\xff\xff\xff\xff']


@pytest.mark.parametrize('number', range(len(NO_FRAMES)))
def test_bytes_that_are_no_frames_end_the_connection_alone(humanoid, client, number):
    """The others go on."""
    with humanoid.connect() as broken:
        broken.socket.sendall(NO_FRAMES[number])
        broken.socket.shutdown(socket.SHUT_WR)
        with pytest.raises(ConnectionError):
            while True:
                broken.read()
    assert client.parameters(NAME + 'scenario')


def test_a_frame_that_is_too_large_ends_the_connection_alone(humanoid, client):
    """What it announces is not even read."""
    with humanoid.connect() as huge:
        huge.socket.sendall(struct.pack('>BBQ', 0x82, 0xff, 1 << 40))
        with pytest.raises(ConnectionError):
            while True:
                huge.read()
    with humanoid.connect() as large:
        with pytest.raises(ConnectionError):
            large.send_frame(BINARY, b'\x01' * (2 << 20))
            while True:
                large.read()
    assert client.parameters(NAME + 'scenario')


def test_connections_that_say_nothing_do_not_keep_others_out(humanoid):
    """There is room for 64; those that come on top are closed, then there is room again."""
    silent = [socket.create_connection(('127.0.0.1', humanoid.port)) for _ in range(100)]
    for connection in silent:
        connection.close()
    end = time.monotonic() + 20
    while True:
        try:
            with humanoid.connect() as connected:
                assert connected.channels
                return
        except (ConnectionError, Refused):
            assert time.monotonic() < end


@pytest.mark.parametrize('path', [
    '/../../../etc/passwd', '/..%2f..%2fetc/passwd', '//etc/passwd', '/./index.html/../../x',
    '/%2e%2e/%2e%2e/etc/passwd', '/..\\..\\etc\\passwd', '/index.html\0.png', '/.git/config'])
def test_paths_lead_to_the_page_and_nowhere_else(humanoid, path):
    """A list of files is served, not a folder."""
    with socket.create_connection(('127.0.0.1', humanoid.port), timeout=20) as connection:
        connection.sendall(f'GET {path} HTTP/1.1\r\nHost: localhost\r\n'
                           'Connection: close\r\n\r\n'.encode())
        answer = b''
        while piece := connection.recv(4096):
            answer += piece
    assert b'root:' not in answer
    assert b' 200 ' not in answer.split(b'\r\n')[0]


def test_the_root_is_a_page_and_head_and_post_are_answered(humanoid):
    """As a browser expects it."""
    status, body = humanoid.get('/')
    assert status == 200 and b'<' in body
    assert humanoid.get('/?fresh=1')[0] == 200
    assert humanoid.get('/', method='HEAD') == (200, b'')
    assert humanoid.get('/', method='POST')[0] == 405
    assert humanoid.get('/nothing')[0] == 404


def test_pages_of_strangers_are_refused(humanoid):
    """Neither by their Origin nor by a name of theirs for this machine do they get in."""
    with pytest.raises(Refused, match='may not connect'):
        humanoid.connect(origin='https://example.com')
    with pytest.raises(Refused, match='Host'):
        humanoid.connect(host='example.com', origin=f'http://example.com:{humanoid.port}')
    assert humanoid.get('/', host='example.com')[0] == 403
    with humanoid.connect(origin=f'http://localhost:{humanoid.port}') as own:
        assert own.channels


def test_it_listens_on_this_machine_only(humanoid):
    """Until --address says otherwise."""
    listening = Path('/proc/net/tcp').read_text(encoding='ascii').splitlines()[1:]
    port = f':{humanoid.port:04X}'
    addresses = {line.split()[1].split(':')[0] for line in listening
                 if line.split()[1].endswith(port) and line.split()[3] == '0A'}
    assert addresses == {'0100007F'}


def test_a_port_that_is_taken_is_said(humanoid):
    """One line, with what to do."""
    process = subprocess.run(
        [EXECUTABLE, 'run', 'humanoid', '--view', '--port', str(humanoid.port)],
        capture_output=True, encoding='utf-8', env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    assert process.returncode == 2
    assert '--port' in process.stderr and str(humanoid.port) in process.stderr


def test_a_duration_ends_a_view():
    """By itself, with the summary."""
    process = subprocess.run(
        [EXECUTABLE, 'run', 'falling_box', '--view', '--port', '0', '--duration', '0.2'],
        capture_output=True, encoding='utf-8', timeout=60,
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    assert process.returncode == 0, process.stderr
    assert 'http://localhost:' in process.stdout
    assert '0.200 s simulated' in process.stdout


def test_bodies_without_a_robot_are_in_the_scene():
    """There is no robot_description then; boxes and the ground are markers in their frames."""
    with serve('run', 'stack') as served, served.connect() as connected:
        assert '/robot_description' not in connected.channels
        connected.subscribe('/scene_markers', '/tf')
        scene = connected.next_message('/scene_markers')[1]
        assert b'ground\0' in scene
        count = struct.unpack_from('<I', scene, 4)[0]
        assert count >= 11
        transforms = connected.next_message('/tf')[1]
        assert struct.unpack_from('<I', transforms, 4)[0] >= 10


MESHES = Path(__file__).parent.parent / 'data/meshes'


@pytest.fixture(scope='module', name='boxer')
def serve_a_robot_with_meshes(tmp_path_factory):
    """Serve a robot whose collision is a small mesh and whose visual one of 9 MB."""
    package = tmp_path_factory.mktemp('meshes') / 'boxer_description'
    (package / 'meshes').mkdir(parents=True)
    small = (MESHES / 'cube_binary.stl').read_bytes()
    (package / 'meshes/small.stl').write_bytes(small)
    # The same triangles 15,000 times: larger than what a slow client may wait for.
    count = struct.unpack_from('<I', small, 80)[0]
    large = small[:80] + struct.pack('<I', 15000 * count) + 15000 * small[84:84 + 50 * count]
    assert len(large) > 8 << 20
    (package / 'meshes/large.stl').write_bytes(large)
    (package / 'meshes/unnamed.stl').write_bytes(small)
    (package / 'boxer.urdf').write_text("""<robot name="boxer"><link name="base">
      <inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><geometry><mesh filename="package://boxer_description/meshes/large.stl"/></geometry>
      </visual><collision><geometry><mesh filename="meshes/small.stl"/></geometry></collision>
      </link></robot>""")
    (package / 'scene.yaml').write_text(
        'name: boxer\nrobots:\n  - {name: boxer, urdf: boxer.urdf}\n')
    with serve('run', str(package / 'scene.yaml')) as served:
        yield served, small, large, package


def test_meshes_that_the_robot_names_are_fetched_by_these_names(boxer):
    """As the robot's description has them; also a large one, and many at once."""
    served, small, large, _ = boxer
    with served.connect() as connected:
        assert 'assets' in connected.info['capabilities']
        assert connected.fetch('meshes/small.stl') == small
        for request in range(100, 104):
            connected.send(
                op='fetchAsset', uri='package://boxer_description/meshes/large.stl',
                requestId=request)
        assert connected.fetch('meshes/small.stl') == small
        assert [connected.assets[request] for request in range(100, 104)] == 4 * [large]


@pytest.mark.parametrize('uri', [
    'package://boxer_description/meshes/unnamed.stl', 'meshes/unnamed.stl', 'meshes/./small.stl',
    'package://boxer_description/meshes/../meshes/large.stl',
    'package://boxer_description/boxer.urdf',
    'boxer.urdf', '/etc/passwd', 'file:///etc/passwd', '../../../../../etc/passwd',
    'package://boxer_description/../../../../../../etc/passwd', 'meshes/small.stl\0.png', '', '/',
    'x' * 100000], ids=range(14))
def test_no_other_file_is_given_to_anybody(boxer, uri):
    """The names are a list, and no paths; the reason does not say where files are."""
    served, _, _, package = boxer
    with served.connect() as connected:
        for name in (uri, uri.replace('boxer_description', str(package))):
            reason = connected.fetch(name)
            assert isinstance(reason, str)
            assert 'expected a mesh that a robot of this scene names' in reason
            assert str(package.parent) not in reason.replace(name[:200], '')
            assert len(reason) < 500


@pytest.mark.parametrize('request_of, said', [
    ({}, 'expected a message'), ({'uri': 3, 'requestId': 1}, 'expected a message'),
    ({'uri': 'x'}, 'expected a message'),
    ({'uri': 'x', 'requestId': 'y'}, 'expected an id, a whole number below 2^32, found string')])
def test_a_request_that_is_none_is_told_so(humanoid, request_of, said):
    """And the connection stays."""
    with humanoid.connect() as connected:
        connected.send(op='fetchAsset', **request_of)
        assert said in connected.wait_for('status', level=2)['message']
        assert connected.parameters(NAME + 'scenario')


def test_a_client_that_asks_for_files_and_never_reads_harms_nobody(boxer):
    """It is closed at some time; another one is served."""
    served, small, _, _ = boxer
    with served.connect() as greedy:
        greedy.socket.settimeout(20)
        try:
            for request in range(20000):
                greedy.send(
                    op='fetchAsset', uri='package://boxer_description/meshes/large.stl',
                    requestId=request)
        except OSError:
            pass  # closed
        with served.connect() as other:
            assert other.fetch('meshes/small.stl') == small


def test_a_recording_has_no_files_to_give(tmp_path):
    """Whoever made it may have named anything."""
    recording = tmp_path / 'run.mcap'
    subprocess.run(
        [EXECUTABLE, 'run', 'humanoid', '--duration', '0.1', '--record', str(recording),
         '--quiet'], check=True, env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    with serve('replay', str(recording)) as served, served.connect() as connected:
        assert 'assets' not in connected.info['capabilities']
        assert 'nothing to fetch' in connected.fetch('/etc/passwd')


def test_a_recording_is_shown_with_a_timeline(tmp_path):
    """Wound to a time, it shows the robot as it was then."""
    recording = tmp_path / 'run.mcap'
    subprocess.run(
        [EXECUTABLE, 'run', 'humanoid_squat', '--duration', '2', '--record', str(recording),
         '--quiet'], check=True, env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    with serve('replay', str(recording)) as served, served.connect() as connected:
        assert 'clientPublish' not in connected.info['capabilities']
        assert connected.set('/player.paused', True) is True
        assert connected.set('/player.time', 1.5) == 1.5
        values = connected.parameters()
        assert values['/player.begin'] == 0.0 and values['/player.end'] == 2.0
        connected.subscribe('/joint_states', '/robot_description')
        end = time.monotonic() + 20
        while connected.next_message('/joint_states')[0] != 1500000000:
            assert time.monotonic() < end
        assert b'<robot' in connected.next_message('/robot_description')[1]
        connected.set('/player.speed', -1)
        assert 'speed' in connected.wait_for('status', level=2)['message']
