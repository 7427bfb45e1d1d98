// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {FORCE_COLOURS} from '../scene/colours';
import {h} from './dom';

type Kind = 'dot' | 'arrow' | 'cone';

function swatch(kind: Kind, colour: string): HTMLElement {
  const shapes: {[kind in Kind]: string} = {
    dot: '<circle cx="12" cy="12" r="5" fill="currentColor"/>',
    arrow: '<path d="M2 10.500h11V6l9 6-9 6v-4.500H2z" fill="currentColor"/>',
    cone: '<path d="M12 20L5 6h14z" fill="none" stroke="currentColor" stroke-width="2"/>',
  };
  const element = h('span', {class: 'swatch', style: `color: ${colour}`});
  element.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${shapes[kind]}</svg>`;
  return element;
}

function heat(): HTMLElement {
  return h('span', {class: 'swatch heat'});
}

/** What the colours mean; entries of what is not shown are left out. */
export class Legend {
  readonly element: HTMLDetailsElement;
  private readonly entries: {[name: string]: HTMLElement};

  constructor() {
    const entry = (mark: HTMLElement, text: string) => h('li', {}, mark, text);
    this.entries = {
      normal: entry(swatch('arrow', FORCE_COLOURS.normal), 'normal force'),
      frictionStick: entry(swatch('arrow', FORCE_COLOURS.stick), 'friction, sticks'),
      frictionSlide: entry(swatch('arrow', FORCE_COLOURS.slide), 'friction, slides'),
      separate: entry(swatch('dot', FORCE_COLOURS.separate), 'point carries nothing'),
      wrench: entry(swatch('arrow', FORCE_COLOURS.wrench), 'net force on a link'),
      cone: entry(swatch('cone', FORCE_COLOURS.cone), 'friction cone'),
      heat: entry(heat(), 'penetration'),
    };
    this.element = h('details', {id: 'legend', open: true},
      h('summary', {}, 'Legend'), h('ul', {}, ...Object.values(this.entries)),
      h('p', {class: 'hint', id: 'legend-grid'}, 'ground: lines 0.1 m and 1 m apart'));
  }

  show(shown: {contacts: boolean; wrenches: boolean; cones: boolean; heat: string}): void {
    for (const name of ['normal', 'frictionStick', 'frictionSlide', 'separate']) {
      this.entries[name]!.hidden = !shown.contacts;
    }
    this.entries['wrench']!.hidden = !shown.wrenches;
    this.entries['cone']!.hidden = !shown.cones;
    this.entries['heat']!.hidden = shown.heat === '';
    this.entries['heat']!.lastChild!.textContent = `penetration, up to ${shown.heat}`;
  }
}
