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

"""A WebSocket client of the live view, with Python's standard library alone."""

import base64
import hashlib
import json
import os
import select
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PROTOCOL = 'foxglove.websocket.v1'
GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'


class Refused(Exception):
    """The server did not become a WebSocket; says what it answered."""


class Client:
    """Connects, and keeps what comes: JSON by its op, messages by their topic."""

    def __init__(self, port, origin=None, protocol=PROTOCOL, host='127.0.0.1', greet=True):
        """Connect; read channels and services where it is to greet."""
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=20)
        self.buffer = b''
        self.told = []
        self.messages = {}
        self.subscriptions = {}
        self.answers = {}
        self.assets = {}
        self.next_call = 1
        self._shake_hands(f'{host}:{port}', origin, protocol)
        if greet:
            self.info = self.wait_for('serverInfo')
            channels = self.wait_for('advertise')['channels']
            self.channels = {channel['topic']: channel for channel in channels}
            services = self.wait_for('advertiseServices')['services']
            self.services = {service['name']: service for service in services}

    def __enter__(self):
        """Nothing more to do."""
        return self

    def __exit__(self, *_):
        """Close the connection."""
        self.socket.close()

    def _shake_hands(self, host, origin, protocol):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ['GET / HTTP/1.1', f'Host: {host}', 'Upgrade: websocket', 'Connection: Upgrade',
                 f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13']
        lines += [f'Sec-WebSocket-Protocol: {protocol}'] if protocol else []
        lines += [f'Origin: {origin}'] if origin else []
        self.socket.sendall(('\r\n'.join(lines) + '\r\n\r\n').encode())
        head = b''
        while b'\r\n\r\n' not in head:
            piece = self.socket.recv(4096)
            if not piece:
                raise Refused(head.decode())
            head += piece
        head, self.buffer = head.split(b'\r\n\r\n', 1)
        if b' 101 ' not in head.split(b'\r\n')[0]:
            raise Refused((head + self.buffer).decode())
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest())
        assert b'Sec-WebSocket-Accept: ' + accept in head
        assert f'Sec-WebSocket-Protocol: {protocol}'.encode() in head

    def send_frame(self, kind, payload):
        """Send one frame, masked as a client has to."""
        size = len(payload)
        if size < 126:
            head = struct.pack('>BB', 0x80 | kind, 0x80 | size)
        elif size < 65536:
            head = struct.pack('>BBH', 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack('>BBQ', 0x80 | kind, 0x80 | 127, size)
        mask = os.urandom(4)
        repeated = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, 'big') ^ int.from_bytes(repeated, 'big')).to_bytes(
            size, 'big')
        self.socket.sendall(head + mask + masked)

    def send(self, **message):
        """Send a JSON message."""
        self.send_frame(TEXT, json.dumps(message).encode())

    def _receive(self, size):
        while len(self.buffer) < size:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError('the server closed the connection')
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def read_frame(self):
        """Return kind and payload of the next message, whose parts belong together."""
        kind, payload, is_last = self._read_part()
        while not is_last:
            _, more, is_last = self._read_part()
            payload += more
        return kind, payload

    def _read_part(self):
        first, second = self._receive(2)
        assert not second & 0x80, 'a server does not mask'
        size = second & 127
        if size == 126:
            size = struct.unpack('>H', self._receive(2))[0]
        elif size == 127:
            size = struct.unpack('>Q', self._receive(8))[0]
        return first & 15, self._receive(size), bool(first & 0x80)

    def read(self):
        """Read one frame and keep it where it belongs."""
        kind, payload = self.read_frame()
        if kind == TEXT:
            self.told.append(json.loads(payload))
        elif kind == BINARY and payload[0] == 1:
            subscription, stamp = struct.unpack_from('<IQ', payload, 1)
            topic = self.subscriptions[subscription]
            self.messages.setdefault(topic, []).append((stamp, payload[13:]))
        elif kind == BINARY and payload[0] == 3:
            _, call, size = struct.unpack_from('<III', payload, 1)
            self.answers[call] = payload[13 + size:]
        elif kind == BINARY and payload[0] == 4:
            request, status, size = struct.unpack_from('<IBI', payload, 1)
            error, data = payload[10:10 + size], payload[10 + size:]
            self.assets[request] = data if status == 0 else error.decode()
        elif kind == PING:
            self.send_frame(PONG, payload)
        elif kind == CLOSE:
            raise ConnectionError('the server closed the connection')

    def _read_until(self, found, what):
        end = time.monotonic() + 20
        while True:
            result = found()
            if result is not None:
                return result
            assert time.monotonic() < end, f'{what} did not come in 20 s; told: {self.told}'
            self.read()

    def wait_for(self, op, **fields):
        """Return the next JSON message of this op and with these fields."""
        def found():
            for i, message in enumerate(self.told):
                if message['op'] == op and fields.items() <= message.items():
                    return self.told.pop(i)
            return None
        return self._read_until(found, op)

    def subscribe(self, *topics):
        """Ask for topics."""
        entries = []
        for topic in topics:
            number = len(self.subscriptions) + 1
            self.subscriptions[number] = topic
            entries.append({'id': number, 'channelId': self.channels[topic]['id']})
        self.send(op='subscribe', subscriptions=entries)

    def next_message(self, topic):
        """Return stamp and bytes of the next message of a topic."""
        return self._read_until(
            lambda: self.messages[topic].pop(0) if self.messages.get(topic) else None, topic)

    def last_message(self, topic):
        """Return the last message of a topic, once nothing comes any more."""
        while self.buffer or select.select([self.socket], [], [], 0.5)[0]:
            self.read()
        return self.messages.pop(topic)[-1]

    def call(self, name, encoding='json', body=b'{}'):
        """Call a service and return the bytes of its answer."""
        number, self.next_call = self.next_call, self.next_call + 1
        text = encoding.encode()
        head = struct.pack('<BIII', 2, self.services[name]['id'], number, len(text))
        self.send_frame(BINARY, head + text + body)

        def found():
            for message in self.told:
                assert message.get('callId') != number, message  # a serviceCallFailure
            return self.answers.get(number)
        return self._read_until(found, name)

    def call_json(self, name, **request):
        """Call a service in JSON."""
        return json.loads(self.call(name, 'json', json.dumps(request).encode()))

    def fetch(self, uri):
        """Return the bytes of a file, or the reason why there are none."""
        number, self.next_call = self.next_call, self.next_call + 1
        self.send(op='fetchAsset', uri=uri, requestId=number)
        return self._read_until(lambda: self.assets.pop(number, None), uri)

    def parameters(self, *names):
        """Return values by name; of all where none is named."""
        self.send(op='getParameters', parameterNames=list(names), id='get')
        told = self.wait_for('parameterValues', id='get')
        return {entry['name']: entry.get('value') for entry in told['parameters']}

    def set(self, name, value):
        """Set a parameter and return the value that it has then."""
        self.send(op='setParameters', parameters=[{'name': name, 'value': value}], id='set')
        told = self.wait_for('parameterValues', id='set')
        return {entry['name']: entry.get('value') for entry in told['parameters']}.get(name)

    def publish(self, payload, encoding='json', topic='/joint_commands'):
        """Publish one message on a channel of our own."""
        self.send(op='advertise', channels=[{
            'id': 7, 'topic': topic, 'encoding': encoding,
            'schemaName': 'sensor_msgs/msg/JointState'}])
        self.send_frame(BINARY, struct.pack('<BI', 1, 7) + payload)


def read_joint_states(payload):
    """Return positions by joint of a sensor_msgs/JointState in CDR."""
    body, place = payload[4:], 8

    def align(size):
        return (place + size - 1) // size * size

    def number(place):
        return struct.unpack_from('<I', body, place)[0]

    size = number(place)
    place += 4 + size
    place = align(4)
    names = []
    count = number(place)
    place += 4
    for _ in range(count):
        place = align(4)
        size = number(place)
        names.append(body[place + 4:place + 3 + size].decode())
        place += 4 + size
    place = align(4)
    count = number(place)
    place += 4
    place = align(8)
    return dict(zip(names, struct.unpack_from(f'<{count}d', body, place)))
