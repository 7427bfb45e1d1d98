// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** Waits for something that happens soon, or says what it waited for. */
export async function until(
  condition: () => boolean | Promise<boolean>, what = condition.toString(), patience = 120000):
Promise<void> {
  const end = Date.now() + patience;
  while (!await condition()) {
    if (Date.now() > end) {
      throw new Error(`waited in vain for: ${what}`);
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}
