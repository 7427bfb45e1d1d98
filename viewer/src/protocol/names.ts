// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** Names as the simulator gives them, below a namespace where the node has one. */
export class Names {
  constructor(private readonly namespace = '') {}

  topic(name: string): string {
    return `${this.base}/${name}`;
  }

  service(name: string): string {
    return `${this.base}/simulator/${name}`;
  }

  parameter(name: string): string {
    return `${this.base}/simulator.${name}`;
  }

  /** The name inside of the simulator, or undefined. */
  ownParameter(name: string): string | undefined {
    const prefix = `${this.base}/simulator.`;
    return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  }

  private get base(): string {
    const name = this.namespace.replace(/^\/+|\/+$/g, '');
    return name === '' ? '' : `/${name}`;
  }
}

/** Where the page's own server is, unless ?ws= says another. */
export function serverAddress(location: {href: string; host: string; protocol: string}): string {
  const told = new URL(location.href).searchParams.get('ws');
  if (told) {
    return /^wss?:\/\//.test(told) ? told : `ws://${told}`;
  }
  if (location.host === '') {
    return 'ws://localhost:8765';
  }
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
}
