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

"""The terminal view: `run --tui`."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import fcntl
import termios
import time

from executable import EXECUTABLE, refusal

ENTER = b'\033[?1049h\033[?25l'
LEAVE = b'\033[?25h\033[?1049l'


class Terminal:
    """The executable on a terminal of its own."""

    def __init__(self, *arguments, rows=24, columns=80, term='xterm'):
        """Start it."""
        self.master, slave = pty.openpty()
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.master)
        self.process = subprocess.Popen(
            [EXECUTABLE, *arguments], stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, env={**os.environ, 'AMENT_PREFIX_PATH': '', 'TERM': term},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.output = b''

    def __enter__(self):
        """Nothing more to do."""
        return self

    def __exit__(self, *_):
        """Leave nothing running."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def resize(self, rows, columns):
        """Tell the size."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def read_until(self, found, seconds=60):
        """Read until the output holds what is looked for."""
        end = time.monotonic() + seconds
        while not found(self.output):
            assert time.monotonic() < end, self.output[-2000:]
            if select.select([self.master], [], [], 0.2)[0]:
                self.output += os.read(self.master, 65536)

    def press(self, keys):
        """Type."""
        os.write(self.master, keys)

    def end(self):
        """Read the rest."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            self.output += piece
        return self.process.wait(60)

    def pictures(self):
        """Return the pictures that were drawn, as lines without escapes."""
        drawn = self.output.split(ENTER)[1].split(LEAVE)[0].split(b'\033[H')[1:]
        # The terminal itself echoes Ctrl-C.
        texts = [re.sub(r'\033\[[0-9;?]*[A-Za-z]|\^C', '', part.decode()) for part in drawn]
        return [text.replace('\r', '').split('\n') for text in texts]


def three_pictures(output):
    """Tell whether three are there."""
    return output.count(b'\033[J') >= 3


def test_it_tells_robot_contacts_forces_and_solver_and_ctrl_c_gives_the_terminal_back():
    """A humanoid stands: half of its weight of 77.5 N on each foot."""
    with Terminal('run', 'humanoid', '--duration', '1000', '--real-time', '--tui') as terminal:
        terminal.read_until(three_pictures)
        terminal.press(b'\003')
        assert terminal.end() == 0
        assert terminal.output.count(ENTER) == terminal.output.count(LEAVE) == 1
        after = terminal.output.split(LEAVE)[1].decode()
        assert 'interrupted' in after and 'solver that ran' in after
        assert termios.tcgetattr(terminal.master) == terminal.before
        picture = terminal.pictures()[-1]
        text = '\n'.join(picture)
        for word in ('humanoid', 'RobustReducedLemke', 'x real time', 'height', 'base_link',
                     '77.5 N on the ground', 'with a force', 'pivots', 'residual',
                     'fallbacks    none', 'solve time',
                     'step time'):
            assert word in text, text
        feet = [line for line in picture if '_foot' in line]
        assert len(feet) == 2
        for line in feet:
            assert 30 < float(line.split()[1]) < 48
            assert '#' in line
        assert all(len(line) < 80 for line in picture)


def test_it_draws_a_few_times_a_second_in_place():
    """Not for every step, and no line runs away."""
    with Terminal('run', 'humanoid', '--duration', '2', '--real-time', '--tui') as terminal:
        assert terminal.end() == 0
        # 5 a second; a busy machine draws less often.
        assert 2 <= len(terminal.pictures()) <= 12
        inside = terminal.output.split(ENTER)[1].split(LEAVE)[0]
        assert inside.count(b'\n') <= 24 * len(terminal.pictures())


def test_it_fits_into_a_small_terminal_also_when_it_shrinks():
    """No line is longer, and there are no more of them."""
    with Terminal('run', 'humanoid', '--duration', '1000', '--real-time', '--tui', rows=30,
                  columns=100) as terminal:
        terminal.read_until(three_pictures)
        terminal.resize(6, 30)
        seen = len(terminal.pictures())
        terminal.read_until(lambda output: output.count(b'\033[J') >= seen + 3)
        terminal.press(b'\003')
        assert terminal.end() == 0
        last = terminal.pictures()[-1]
        assert len(last) <= 6
        assert max(len(line) for line in last) < 30, last


def test_a_second_ctrl_c_gives_the_terminal_back_too():
    """The simulation does not answer the first one while a step takes its time: it is stopped."""
    with Terminal('run', 'humanoid', '--duration', '1000', '--real-time', '--tui') as terminal:
        terminal.read_until(three_pictures)
        # Both wait until the process runs again, so that nothing is answered in between.
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.process.send_signal(signal.SIGINT)
        terminal.process.send_signal(signal.SIGTERM)
        terminal.process.send_signal(signal.SIGCONT)
        assert terminal.end() in (-signal.SIGTERM, -signal.SIGINT)
        assert LEAVE in terminal.output


def test_beside_a_view_it_tells_the_address():
    """Where the line of the address would have stood; it stays after the end."""
    with Terminal('run', 'humanoid', '--view', '--port', '0', '--tui') as terminal:
        terminal.read_until(three_pictures)
        terminal.press(b'\003')
        assert terminal.end() == 0
        assert any('live view: http://localhost:' in line for line in terminal.pictures()[-1])
        assert b'live view: http://localhost:' in terminal.output.split(LEAVE)[1]


def plain(**variables):
    """Run with a view of the terminal where there is none."""
    return subprocess.run(
        [EXECUTABLE, 'run', 'humanoid', '--duration', '2.5', '--real-time', '--tui'],
        capture_output=True, encoding='utf-8', timeout=60,
        env={**os.environ, 'AMENT_PREFIX_PATH': '', **variables})


def test_where_there_is_no_terminal_it_says_so_and_tells_lines():
    """A pipe gets no escapes."""
    process = plain(TERM='xterm')
    assert process.returncode == 0
    lines = process.stderr.splitlines()
    assert '--tui needs a terminal' in lines[0]
    assert len(lines) >= 2 and 'x real time' in lines[1]
    assert '\033' not in process.stderr + process.stdout


def test_a_terminal_that_cannot_be_drawn_on_gets_the_line_of_progress():
    """TERM=dumb says that it knows no escapes."""
    with Terminal('run', 'humanoid', '--duration', '0.5', '--real-time', '--tui',
                  term='dumb') as terminal:
        assert terminal.end() == 0
        assert b'--tui needs a terminal' in terminal.output
        assert ENTER not in terminal.output


def test_quiet_and_a_view_of_the_terminal_exclude_each_other():
    """One of them was meant."""
    assert '--quiet' in refusal('run', 'humanoid', '--tui', '--quiet')
