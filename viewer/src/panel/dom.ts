// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

type Child = Node | string | undefined;
type Attributes = {[name: string]: string | number | boolean | ((event: Event) => void)};

/** An element: attributes that are functions listen to the event of that name. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}

/** What the page's own HTML holds. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`index.html has no element with the id ${id}`);
  }
  return element as T;
}

/** Strokes on a square of 24. */
const ICONS = {
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  step: 'M6 5l9 7-9 7zM19 5v14',
  reset: 'M4 4v6h6M4.6 10a8 8 0 1 1-.4 4',
  follow: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 12m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  home: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  theme: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.500 10.500z',
  help: 'M9 9a3 3 0 1 1 4.200 2.800c-.8.4-1.200 1-1.200 1.900v.3M12 17.800v.2',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
};

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name: IconName, title: string, act: () => void): HTMLButtonElement {
  const button = h('button', {
    class: 'icon', type: 'button', title, 'aria-label': title.replace(/ \(.*\)$/, ''),
    click: (event) => {
      act();
      // After a click with the mouse the space bar pauses again, and does not click once more.
      if ((event as MouseEvent).detail > 0) {
        button.blur();
      }
    },
  }, icon(name));
  return button;
}

export function setIcon(button: HTMLButtonElement, name: IconName, title: string): void {
  if (button.dataset['icon'] === name) {
    return;
  }
  button.dataset['icon'] = name;
  button.replaceChildren(icon(name));
  button.title = title;
  button.setAttribute('aria-label', title.replace(/ \(.*\)$/, ''));
}

/** Four figures, without noise: 0.0012, 1.5e-10, 123.4. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) {
    return value.toExponential(1);
  }
  return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}
