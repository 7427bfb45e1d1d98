// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {stringify} from '@foxglove/rosmsg';
import {ros2humble} from '@foxglove/rosmsg-msgs-common';

type MessageDefinition = Parameters<typeof stringify>[0][number];

/** ROS 2's own definition of a message with those that it is made of: an independent source. */
export function definitionsOf(type: string): MessageDefinition[] {
  const found = new Map<string, MessageDefinition>();
  const add = (name: string) => {
    const definition = (ros2humble as unknown as Record<string, MessageDefinition>)[name];
    if (!definition) {
      throw new Error(`no definition of ${name}`);
    }
    if (!found.has(name)) {
      found.set(name, definition);
      definition.definitions.filter(({isComplex}) => isComplex)
        .forEach(({type: part}) => add(part));
    }
  };
  add(type);
  return [...found.values()];
}

/** As a server tells it. */
export function schemaOf(type: string): string {
  const [root, ...parts] = definitionsOf(type);
  const line = '='.repeat(80);
  return [stringify([root!]), ...parts.map(
    (part) => `${line}\nMSG: ${part.name}\n${stringify([part])}`)].join('\n');
}
