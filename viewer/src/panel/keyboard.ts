// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** What a key does, by its name as the browser gives it. */
export type Keys = {[key: string]: () => void};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'checkbox');
}

/** Keys that the element with the focus uses itself. */
function isUsed(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') {
    return key.startsWith('Arrow') || key === '+' || key === '-';
  }
  const isPressed = target instanceof HTMLElement && ['BUTTON', 'SUMMARY'].includes(target.tagName);
  const isTicked = target instanceof HTMLInputElement && target.type === 'checkbox';
  return key === ' ' && (isPressed || isTicked);
}

export function listenToKeys(keys: Keys, isModal: () => boolean): void {
  window.addEventListener('keydown', (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys[key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) ||
      isUsed(event.target, key) || (isModal() && key !== '?')) {
      return;
    }
    event.preventDefault();
    act();
  });
}
