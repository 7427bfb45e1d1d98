// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {DARK, LIGHT} from '../scene/colours';
import type {Theme} from '../scene/colours';

const KEY = 'contact_sim.theme';

/** Light or dark: as the system says, until somebody chooses. */
export class ThemeChoice {
  private readonly system = window.matchMedia('(prefers-color-scheme: dark)');
  private chosen = localStorage.getItem(KEY);

  constructor(private readonly apply: (theme: Theme) => void) {
    this.system.addEventListener('change', () => this.update());
    this.update();
  }

  toggle(): void {
    this.chosen = this.isDark() ? 'light' : 'dark';
    localStorage.setItem(KEY, this.chosen);
    this.update();
  }

  private isDark(): boolean {
    return this.chosen === null ? this.system.matches : this.chosen === 'dark';
  }

  private update(): void {
    document.documentElement.dataset['theme'] = this.isDark() ? 'dark' : 'light';
    this.apply(this.isDark() ? DARK : LIGHT);
  }
}
