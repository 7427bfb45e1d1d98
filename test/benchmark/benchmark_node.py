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
Print how many steps are late when three subscribers listen to all that the node sends at 1 kHz.

    python3 test/benchmark/benchmark_node.py BUILD [SECONDS] [PARAMETER:=VALUE ...]

BUILD is the build folder, with ROS 2 sourced. The bound is 1 of 1,000 steps. What the machine did
in that time is printed too: steps are late as well where a host takes its processors away, or
where the kernel is busy for others and cannot be interrupted. How much that is tells a thread
beside the node that only wakes up every millisecond, and counts the deadlines that it misses.
"""

import os
from pathlib import Path
import signal
import subprocess
import sys
import time

from diagnostic_msgs.msg import DiagnosticArray
import rclpy

SUBSCRIBERS = 3
PRIORITY = 51  # of the thread that only wakes up: the node has 50
BOUND = 1e-3
RATES = ('rates.joint_states:=1000.0', 'rates.wrenches:=1000.0')


def values(array):
    """Return the key-value pairs of a diagnostic array, as one dictionary."""
    return {pair.key: pair.value for status in array.status for pair in status.values}


def processor_times():
    """Return what all processors together did since the machine began, in clock ticks."""
    words = Path('/proc/stat').read_text(encoding='ascii').split()[1:9]
    names = ('user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'stolen')
    return dict(zip(names, map(int, words)))


def seconds_of(process):
    """Return the processor time that a process has taken so far [s]."""
    stat = Path(f'/proc/{process.pid}/stat').read_text(encoding='ascii')
    fields = stat.rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def shares(before, after):
    """Return idle and stolen shares of the processors' time in between, as a text."""
    spent = {name: after[name] - before[name] for name in before}
    total = sum(spent.values())
    return ', '.join(f'{name} {100 * spent[name] / total:.1f} %' for name in ('idle', 'stolen'))


def listen(seconds):
    """Return the diagnostics of that many seconds, the first left out: the node has just begun."""
    rclpy.init()
    node = rclpy.create_node('benchmark')
    heard = []
    node.create_subscription(DiagnosticArray, '/diagnostics', heard.append, 10)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        rclpy.spin_once(node, timeout_sec=1.0)
        print(f'\r{len(heard)} s of {seconds:.0f} s', end='', file=sys.stderr)
    print(file=sys.stderr)
    rclpy.shutdown()
    return [values(array) for array in heard[3:]]


def report(heard, seconds, node_time, machine):
    """Print what was counted; return whether the bound is kept."""
    steps = sum(int(v['steps']) for v in heard)
    late = sum(int(v['missed deadlines']) for v in heard)
    last = heard[-1]
    print(f'{late} of {steps} steps late: {late / steps:.2e} (bound {BOUND:.0e})')
    print(f"frames not sent: {last['frames not sent']} of {last['steps, since the start']}")
    for key in ('step time, most [us]', 'woken up late, most [us]'):
        worst = sorted((float(v[key]) for v in heard), reverse=True)
        print(f'{key}: {worst[0]:.0f}, median of the seconds {worst[len(worst) // 2]:.0f}')
    print(f"step time, mean [us]: {last['step time, mean [us]']}")
    print(f"scheduling: {last['scheduling']}")
    print(f'the node took {100 * node_time / seconds:.0f} % of a processor')
    print(f'processors: {os.cpu_count()}, {machine}, load average ' +
          Path('/proc/loadavg').read_text(encoding='ascii').split()[0])
    return late < BOUND * steps


def main():
    """Run the node, its subscribers, and count."""
    build = Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    # On this machine only: else every message leaves it too, through a network card that may be as
    # slow as that of a virtual machine. Setup files set the first one to 0.
    os.environ.update(ROS_LOCALHOST_ONLY='1', ROS_AUTOMATIC_DISCOVERY_RANGE='LOCALHOST')
    os.environ.setdefault('ROS_DOMAIN_ID', '79')
    parameters = [word for rate in (*RATES, *sys.argv[3:]) for word in ('-p', rate)]
    node = subprocess.Popen(
        [build / 'stage/lib/contact_sim/simulator_node', '--ros-args', *parameters])
    subscribers = [
        subprocess.Popen([build / 'test/load_subscriber', str(seconds + 4)])
        for _ in range(SUBSCRIBERS)]
    before = processor_times()
    idler = subprocess.Popen(
        [build / 'test/only_wakes_up', str(seconds), str(PRIORITY)], stdout=subprocess.PIPE,
        text=True)
    heard = listen(seconds + 3)
    node_time = seconds_of(node)
    done = shares(before, processor_times())
    for subscriber in subscribers:
        subscriber.wait()
    node.send_signal(signal.SIGINT)
    node.wait()
    missed, deadlines = map(int, idler.communicate()[0].split())
    print(f'a thread that only wakes up missed {missed} of {deadlines} deadlines: '
          f'{missed / deadlines:.2e}')
    return 0 if report(heard, seconds + 3, node_time, done) else 1


if __name__ == '__main__':
    sys.exit(main())
