// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {ConnectionState} from '../protocol/connection';
import {h} from './dom';

const TOAST_TIME = 6000;

/** Says where the connection is missing, and for a moment what went wrong. */
export class Notices {
  readonly element = h('div', {id: 'notices', 'aria-live': 'polite'});
  private readonly lost = h('div', {id: 'lost', class: 'notice error', role: 'alert', hidden: true});
  private countdown: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly url: string, private readonly retry: () => void) {
    this.element.append(this.lost);
  }

  showConnection(state: ConnectionState): void {
    clearInterval(this.countdown);
    if (state.kind === 'open') {
      this.lost.hidden = true;
    } else if (state.kind === 'closed') {
      this.showLost(state.everOpen, state.retryIn);
    }
  }

  /** What happened, for some seconds. The same text is not shown twice at once. */
  say(text: string, kind: 'error' | 'info' = 'error'): void {
    const same = [...this.element.children].find(
      (child) => child !== this.lost && child.textContent === text);
    same?.remove();
    const toast = h('div', {class: `notice ${kind}`}, text);
    this.element.append(toast);
    setTimeout(() => toast.remove(), TOAST_TIME);
  }

  private showLost(everOpen: boolean, retryIn: number): void {
    const wait = h('span', {});
    const text = everOpen ? `Connection to ${this.url} lost. ` : `No simulator at ${this.url}. `;
    const how = everOpen ? undefined : h('p', {class: 'hint'}, 'Start one: ',
      h('code', {}, 'contact_sim run humanoid --view'));
    let left = retryIn;
    const tell = () => {
      wait.textContent = left > 0 ? `Trying again in ${left} s. ` : 'Trying… ';
      --left;
    };
    tell();
    this.countdown = setInterval(tell, 1000);
    this.lost.replaceChildren(h('div', {class: 'lost-line'}, h('strong', {}, text), wait,
      h('button', {type: 'button', click: () => this.retry()}, 'Try now')), how ?? '');
    this.lost.hidden = false;
  }
}
