// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** Colours of the scene; those of the page around it are in style.css. */
export interface Theme {
  isDark: boolean;
  sky: number;
  ground: number;
  line: number;
  sun: number;
  fill: number;
}

export const LIGHT: Theme = {
  isDark: false, sky: 0xeef1f4, ground: 0xdde2e7, line: 0xaeb8c2, sun: 2.1, fill: 1.5,
};

export const DARK: Theme = {
  isDark: true, sky: 0x14181d, ground: 0x20262d, line: 0x46515c, sun: 2.0, fill: 0.9,
};

/** As src/session/contact_markers.cpp sends them; the legend shows them. */
export const FORCE_COLOURS = {
  stick: '#21b34d',
  slide: '#e63326',
  separate: '#999999',
  normal: '#296be6',
  cone: '#f2b31a',
  wrench: '#a34fd6',
};
