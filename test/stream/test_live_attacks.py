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

"""The live view under attack: what a stranger can reach over its port must do no harm."""

import json
import os
import socket
import struct
import subprocess
import time

from foxglove_client import BINARY, Client, PING, Refused, TEXT

import pytest
from test_live import EXECUTABLE, NAME, serve


@pytest.fixture(scope='module')
def served(tmp_path_factory):
    """Serve a small scene; its folder for saved problems is the test's."""
    folder = tmp_path_factory.mktemp('saved')
    with serve('run', 'falling_box', '--set', f'save_folder={folder}') as running:
        running.folder = folder
        yield running


@pytest.fixture
def client(served):
    """Connect to it; whatever a test did, it has to answer in the end."""
    with served.connect() as connected:
        yield connected
    with served.connect() as after:
        assert after.parameters(NAME + 'scenario')


def raw(served, text, wait=20):
    """Send bytes and return what comes until the connection ends."""
    with socket.create_connection(('127.0.0.1', served.port), timeout=wait) as connection:
        connection.sendall(text)
        answer = b''
        try:
            while piece := connection.recv(65536):
                answer += piece
        except (ConnectionError, TimeoutError):
            pass
        return answer


DEEP = '[' * 300000 + ']' * 300000


NESTED = [
    '{"op": "setParameters", "parameters": [{"name": "a", "value": ' + DEEP + '}]}',
    '{"op": "getParameters", "parameterNames": [], "id": ' + DEEP + '}',
    '{"op": "setParameters", "parameters": [{"name": "a", "value": 1}], "id": ' + DEEP + '}',
    '{"a":' * 100000 + '1' + '}' * 100000, DEEP]


@pytest.mark.parametrize('number', range(len(NESTED)))
def test_brackets_in_brackets_do_not_run_over_the_stack(client, number):
    """JSON that is nested too deep is refused before anything walks down."""
    client.send_frame(TEXT, NESTED[number].encode())
    assert 'nested' in client.wait_for('status', level=2)['message']
    assert client.parameters(NAME + 'scenario')


def test_a_command_nested_too_deep_is_refused(client):
    """Also where it comes as the body of a message."""
    client.publish(b'{"name": ' + DEEP.encode() + b'}')
    assert 'nested' in client.wait_for('status', level=2)['message']


@pytest.mark.parametrize('message', [
    {'op': 'unsubscribe', 'subscriptionIds': [1.8e19]},
    {'op': 'unsubscribe', 'subscriptionIds': [2 ** 32]},
    {'op': 'subscribe', 'subscriptions': [{'id': -1, 'channelId': 0}]},
    {'op': 'subscribe', 'subscriptions': [{'id': 0, 'channelId': 2 ** 32}]},
    {'op': 'unadvertise', 'channelIds': ['1']}])
def test_an_id_beyond_32_bits_is_not_cut_to_one_that_somebody_has(client, message):
    """Found by UndefinedBehaviorSanitizer."""
    client.send(**message)
    assert 'expected an id' in client.wait_for('status', level=2)['message']


def test_what_a_client_said_is_said_back_in_part(client):
    """A megabyte must not come back from every mistake."""
    client.send(op='x' * 900000)
    assert len(client.wait_for('status', level=1)['message']) < 3000


@pytest.mark.parametrize('name', ['scenario', 'robot_description', 'save_folder'])
def test_nobody_can_choose_a_file_over_the_network(client, name):
    """What is read and where is written was said at the start."""
    before = client.parameters(NAME + name)
    client.set(NAME + name, '/etc/passwd')
    assert 'only be set at the start' in client.wait_for('status', level=2)['message']
    assert client.parameters(NAME + name) == before


def test_saved_problems_go_to_the_folder_that_was_given(served, client):
    """Its name is made here, of the scenario and the step."""
    client.call_json('/simulator/pause', data=True)
    assert client.call_json('/simulator/step')['success']
    saved = client.call_json('/simulator/save_problem')
    client.call_json('/simulator/pause', data=False)
    assert saved['success'], saved
    assert os.path.dirname(saved['message']) == str(served.folder)


@pytest.mark.parametrize('plugin', [
    '/lib/x86_64-linux-gnu/libc.so.6', '../../../tmp/evil', 'libevil.so', '', ';id'])
def test_only_solvers_that_are_installed_can_be_chosen(client, plugin):
    """A name is looked up in a list; no library is loaded because somebody says so."""
    chosen = client.set(NAME + 'solver.plugin', plugin)
    assert chosen == 'contact_sim::RobustReducedLemke'


def test_no_page_can_show_ours_in_a_frame_or_use_it(served):
    """Else its visitor could be brought to click on our buttons."""
    head = raw(served, b'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    head = head.split(b'\r\n\r\n')[0].lower()
    assert b'x-frame-options: deny' in head
    assert b"content-security-policy: frame-ancestors 'none'" in head
    assert b'cross-origin-resource-policy: same-origin' in head
    assert b'x-content-type-options: nosniff' in head
    assert b'access-control-allow-origin' not in head


@pytest.mark.parametrize('origin', [
    'null', 'http://localhost.example.com', 'http://127.0.0.1.example.com', 'https://example.com',
    'http://example.com:8765', 'chrome-extension://abc', 'http://', 'http://127.evil.org'])
def test_origins_that_only_look_like_ours_are_refused(served, origin):
    """A sandboxed frame of any page has the origin null."""
    with pytest.raises(Refused, match='may not connect'):
        served.connect(origin=origin)


@pytest.mark.parametrize('host', [
    'example.com', 'localhost.example.com', '127.0.0.1.example.com', '[::1', '[]', ':', ' ',
    '%00'])
def test_names_that_were_bent_to_this_machine_are_refused(served, host):
    """Against DNS rebinding: the page would be of the same origin as we are."""
    request = f'GET / HTTP/1.1\r\nHost: {host}:{served.port}\r\nConnection: close\r\n\r\n'
    status = raw(served, request.encode()).split(b'\r\n')[0]
    if host in ('[::1', ' '):  # ours, or none: browsers always send one
        assert status.split()[1:2] in ([b'200'], [b'400'], [b'403'], [])
    else:
        assert b' 403 ' in status or b' 400 ' in status


def test_who_is_refused_keeps_no_connection(served):
    """A page of a stranger must not take all places."""
    request = b'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'  # keep-alive is what HTTP/1.1 means
    begin = time.monotonic()
    assert b' 403 ' in raw(served, request)
    assert time.monotonic() - begin < 5.0


NO_REQUESTS = [
    b'', b'\r\n' * 1000, b'GET / HTTP/1.1\r\n' + b'a: b\r\n' * 10000, b'GET /' + b'a' * 100000,
    b'GET / HTTP/9.9\r\n\r\n', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', b'\x00' * 5000,
    b'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n',
    b'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n' + b'f' * 16,
    b'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    b'GET http://localhost/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n',
    b'CONNECT example.com:80 HTTP/1.1\r\nHost: localhost\r\n\r\n']


@pytest.mark.parametrize('number', range(len(NO_REQUESTS)))
def test_requests_that_are_none_end_by_themselves(served, client, number):
    """Within the time that a handshake may take, and without a file of this machine."""
    answer = raw(served, NO_REQUESTS[number], wait=30)
    assert b'root:' not in answer and b' 200 ' not in answer.split(b'\r\n')[0]
    assert client.parameters(NAME + 'scenario')


def test_a_header_that_trickles_in_is_not_waited_for(served, client):
    """A byte a second would hold a place for hours."""
    begin = time.monotonic()
    with socket.create_connection(('127.0.0.1', served.port), timeout=5) as slow:
        try:
            for byte in b'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' + b'a' * 60:
                slow.sendall(bytes([byte]))
                time.sleep(0.25 if time.monotonic() - begin < 9.0 else 1.0)
        except (ConnectionError, BrokenPipeError):
            pass
        assert time.monotonic() - begin < 40.0
    assert client.parameters(NAME + 'scenario')


def test_clients_that_vanish_leave_nothing_behind(served, client):
    """Two hundred are reset in the middle of a message."""
    for i in range(200):
        try:
            gone = Client(served.port, greet=False)
        except (ConnectionError, Refused):
            continue  # there is room for 64; those before are not gone yet
        gone.socket.sendall(struct.pack('>BBH', 0x82, 0x80 | 126, 1000) + b'abcd' + b'x' * (i % 7))
        gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        gone.socket.close()
    end = time.monotonic() + 20
    while True:
        try:
            with served.connect() as connected:
                assert connected.channels
                return
        except (ConnectionError, Refused):
            assert time.monotonic() < end
            time.sleep(0.1)


def test_floods_of_pings_empty_parts_and_subscriptions_are_survived(client):
    """What costs a client little must cost little here."""
    for _ in range(2000):
        client.send_frame(PING, b'x' * 100)
    for _ in range(5000):
        client.socket.sendall(struct.pack('>BB4s', 0x00 if _ else 0x02, 0x80, b'abcd'))
    client.socket.sendall(struct.pack('>BB4s', 0x80, 0x80, b'abcd'))
    many = [{'id': i, 'channelId': i % len(client.channels)} for i in range(10000)]
    client.subscriptions = {i: list(client.channels)[i % len(client.channels)]
                            for i in range(10000)}
    client.send_frame(TEXT, json.dumps({'op': 'subscribe', 'subscriptions': many[:2000]}).encode())
    assert client.parameters(NAME + 'scenario')


def test_a_client_that_asks_and_never_reads_is_let_go(served, client):
    """Its answers are not kept for ever."""
    deaf = Client(served.port)
    deaf.socket.settimeout(20)
    call = struct.pack('<BIII', BINARY, deaf.services['/simulator/describe']['id'], 1, 4)
    end = time.monotonic() + 60
    with pytest.raises(ConnectionError):
        while time.monotonic() < end:
            deaf.send_frame(BINARY, call + b'json{}')
    deaf.socket.close()
    assert client.parameters(NAME + 'scenario')


@pytest.mark.parametrize('origin', ['example.com', 'ftp://example.com', 'https://', '*',
                                    'https://example.com/page'])
def test_an_origin_to_allow_has_to_be_one(origin):
    """A wrong word would leave the user puzzled, or let in whom nobody meant."""
    process = subprocess.run(
        [EXECUTABLE, 'run', 'stack', '--view', '--port', '0', '--allow-origin', origin],
        capture_output=True, encoding='utf-8', timeout=60,
        env={**os.environ, 'AMENT_PREFIX_PATH': ''})
    assert process.returncode == 2 and '--allow-origin' in process.stderr
