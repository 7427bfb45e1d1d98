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

BUILD is the build folder, with ROS 2 sourced. The bound is 1 of 1,000 steps.
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
BOUND = 1e-3
RATES = ('rates.joint_states:=1000.0', 'rates.wrenches:=1000.0')


def values(array):
    """Return the key-value pairs of a diagnostic array, as one dictionary."""
    return {pair.key: pair.value for status in array.status for pair in status.values}


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


def main():
    """Run the node, its subscribers, and count."""
    build = Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    os.environ.setdefault('ROS_LOCALHOST_ONLY', '1')
    os.environ.setdefault('ROS_DOMAIN_ID', '79')
    parameters = [word for rate in (*RATES, *sys.argv[3:]) for word in ('-p', rate)]
    node = subprocess.Popen(
        [build / 'stage/lib/contact_sim/simulator_node', '--ros-args', *parameters])
    subscribers = [
        subprocess.Popen([build / 'test/load_subscriber', str(seconds + 4)])
        for _ in range(SUBSCRIBERS)]
    heard = listen(seconds + 3)
    for subscriber in subscribers:
        subscriber.wait()
    node.send_signal(signal.SIGINT)
    node.wait()
    steps = sum(int(v['steps']) for v in heard)
    late = sum(int(v['missed deadlines']) for v in heard)
    print(f'{late} of {steps} steps late: {late / steps:.2e} (bound {BOUND:.0e})')
    print(f"frames not sent: {heard[-1]['frames not sent']}")
    print(f"step time: {heard[-1]['step time, mean [us]']} us")
    return 0 if late < BOUND * steps else 1


if __name__ == '__main__':
    sys.exit(main())
