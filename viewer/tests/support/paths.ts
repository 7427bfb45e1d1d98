// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {resolve} from 'node:path';

/** Told by run_tests.mjs, since the tests are bundled elsewhere. */
function told(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: start the tests with npm test`);
  }
  return value;
}

export function sourceFolder(): string {
  return told('VIEWER_SOURCE');
}

export function pageFolder(): string {
  return told('VIEWER_PAGE');
}

export function artifact(name: string): string {
  return resolve(told('VIEWER_ARTIFACTS'), name);
}
