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

"""What the tests of the node share: a client with real subscribers."""

import threading
import time

from rcl_interfaces.srv import DescribeParameters, GetParameters, SetParameters
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, Trigger

PATIENCE = 60.0  # [s] a busy machine may need, before a test says that nothing came
RELIABLE = QoSProfile(depth=2000, reliability=ReliabilityPolicy.RELIABLE)
LATCHED = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def wait_until(condition, what, patience=PATIENCE):
    """Wait until the condition holds, or fail with what was waited for."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f'waited {patience:.0f} s in vain for {what}')
        time.sleep(0.005)


class Client:
    """A node that listens to a simulator and tells it what to do."""

    def __init__(self, namespace=''):
        """Begin to spin; `namespace` is the simulator's."""
        self.context = rclpy.Context()
        rclpy.init(context=self.context)
        self.node = rclpy.create_node('client', namespace=namespace, context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.thread = threading.Thread(target=self.executor.spin, daemon=True)
        self.thread.start()
        self.commands = self.node.create_publisher(
            JointState, 'joint_commands', QoSProfile(depth=20000))

    def close(self):
        """End the spinning."""
        self.executor.shutdown()
        self.thread.join()
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)

    def in_executor(self, act):
        """Let the thread that spins act: nothing may go while it waits. Return the result."""
        task = self.executor.create_task(act)
        wait_until(task.done, 'the executor')
        return task.result()

    def subscribe(self, kind, topic, qos):
        """Return a subscription, and the list that grows with its messages."""
        messages = []
        return self.in_executor(
            lambda: self.node.create_subscription(kind, topic, messages.append, qos)), messages

    def listen(self, kind, topic, qos=RELIABLE):
        """Return a list that grows with the messages of a topic."""
        return self.subscribe(kind, topic, qos)[1]

    def collect(self, kind, topic, count, qos=RELIABLE):
        """Return the next messages of a topic."""
        subscription, messages = self.subscribe(kind, topic, qos)
        wait_until(lambda: len(messages) >= count, f'{count} messages of {topic}')
        self.in_executor(lambda: self.node.destroy_subscription(subscription))
        return messages[:count]

    def call(self, kind, name, request):
        """Return the answer of a service of the simulator."""
        client = self.in_executor(lambda: self.node.create_client(kind, f'simulator/{name}'))
        wait_until(client.service_is_ready, f'the service {name}')
        future = client.call_async(request)
        wait_until(future.done, f'the answer of {name}')
        self.in_executor(lambda: self.node.destroy_client(client))
        return future.result()

    def trigger(self, name):
        """Call one of the services without arguments."""
        return self.call(Trigger, name, Trigger.Request())

    def pause(self, is_paused):
        """Pause, or go on."""
        return self.call(SetBool, 'pause', SetBool.Request(data=is_paused))

    def set_parameters(self, **values):
        """Set parameters, `__` standing for a dot; return the results."""
        parameters = [
            Parameter(name.replace('__', '.'), value=value).to_parameter_msg()
            for name, value in values.items()]
        request = SetParameters.Request(parameters=parameters)
        return self.call(SetParameters, 'set_parameters', request).results

    def get_parameters(self, *names):
        """Return the values of parameters."""
        answer = self.call(GetParameters, 'get_parameters', GetParameters.Request(names=names))
        return [rclpy.parameter.parameter_value_to_python(value) for value in answer.values]

    def describe(self, name):
        """Return the descriptor of a parameter."""
        request = DescribeParameters.Request(names=[name])
        return self.call(DescribeParameters, 'describe_parameters', request).descriptors[0]

    def wait_for_simulator(self):
        """Wait until commands will arrive."""
        wait_until(lambda: self.commands.get_subscription_count() > 0, 'the simulator')

    def command(self, names=(), position=(), velocity=(), effort=()):
        """Send one command message."""
        self.commands.publish(JointState(
            name=list(names), position=list(position), velocity=list(velocity),
            effort=list(effort)))
