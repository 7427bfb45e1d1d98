// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import type {Page} from 'playwright-core';

import {seconds} from '../src/protocol/messages';
import type {Clock} from '../src/protocol/messages';
import {Browser, colourAt, frameOnScreen, framePosition, quick, shoot} from './support/browser';
import {Client} from './support/official_client';
import {runToEnd, Simulator, SKIP, temporaryFolder} from './support/simulator';
import {until} from './support/until';

const folder = temporaryFolder();
let simulator: Simulator;
let browser: Browser;
let page: Page;
/** Beside the page: a client that draws nothing, and so is never behind. */
let witness: Client;
let clock = Number.NaN;

before(async () => {
  if (SKIP) {
    return;
  }
  simulator = await Simulator.start('run', 'humanoid');
  witness = await Client.connect(simulator.socket);
  witness.subscribe<Clock>('/clock', ({clock: stamp}) => {
    clock = seconds(stamp);
  });
  browser = await Browser.start();
  page = await browser.open(quick(simulator.url));
  await frameOnScreen(page, 'left_foot');
});

after(async () => {
  await browser?.stop();
  witness?.close();
  await simulator?.stop();
  folder.remove();
});

const time = async () => Number.parseFloat((await page.textContent('#time'))!);

async function waitForPlots(): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('#plot-contacts .plot-value')!.textContent !== '–', undefined,
    {polling: 200});
}

/** The page shows three digits. */
const isShown = async (wanted: number) => Math.abs(await time() - wanted) < 5e-4;

/** The time at which the simulation stands: no message of it for a while, told to who draws nothing. */
async function standingTime(): Promise<number> {
  let before = Number.NaN;
  await until(async () => {
    before = clock;
    await new Promise((done) => setTimeout(done, 1000));
    return clock === before;
  }, 'the clock stands');
  return before;
}

test('pause stops the time, and step moves it by one step', {skip: SKIP}, async () => {
  await page.click('#pause');
  await page.waitForSelector('#step:not([disabled])');
  const heard = await standingTime();
  await until(() => isShown(heard), `the page shows ${heard}`);
  // The clock is sent at 60 Hz: what was heard last may be some steps before the pause. A step is
  // sent whatever the rate is.
  await page.click('#step');
  await until(() => clock > heard, 'a step');
  for (const step of [1, 2]) {
    const before = clock;
    await page.click('#step');
    await until(() => clock > before, 'a step');
    // Stamps are whole nanoseconds, which a sum in seconds has to about 1e-16.
    assert.ok(Math.abs(clock - before - 1e-3) < 1e-12, `step ${step} of ${clock - before} s`);
    await until(() => isShown(clock), `the page shows ${clock}`);
  }
});

test('the page of the simulator shows the robot in its colours', {skip: SKIP}, async () => {
  await waitForPlots();
  await until(async () => {
    const torso = await frameOnScreen(page, 'torso');
    const [r, g, b] = await colourAt(page, torso.x, torso.y - 20);
    // Its shell is nearly white and its light too: less blue than the ground.
    return Math.max(r, g, b) - Math.min(r, g, b) < 30 && r > 90 && r >= b;
  }, 'the shell of the torso');
  await until(async () => {
    const foot = await frameOnScreen(page, 'left_foot');
    let orange = 0;
    for (let dx = -12; dx <= 12; dx += 6) {
      const [red, , blue] = await colourAt(page, foot.x + dx, foot.y + 14);
      orange += Number(red > blue + 60);
    }
    return orange > 0;
  }, 'the soles are orange');
  assert.equal(await page.textContent('#scene-name'), 'humanoid');
  await shoot(page, 'humanoid');
});

test('the solver picker swaps the solver, and its parameters', {skip: SKIP}, async () => {
  await page.selectOption('#solver-picker', 'contact_sim::Dantzig');
  await page.waitForSelector('[data-parameter="solver.sliding_speed"]');
  assert.equal(await page.locator('[data-parameter="solver.isotropic"]').count(), 0);
  const field = page.locator('[data-parameter="solver.sliding_speed"]');
  assert.match((await field.textContent())!, /Sliding speed.*\[m\/s\]|\[m\/s\].*Sliding speed/s);
  await field.locator('input').fill('-1');
  await field.locator('input').press('Enter');
  await page.waitForSelector('[data-parameter="solver.sliding_speed"].refused');
  assert.match((await field.locator('.refusal').textContent())!, /sliding_speed.*-1/);
  await until(async () => await field.locator('input').inputValue() === '0.001', 'the old value');
  await shoot(page, 'refused_live');
});

test('cones and net forces are shown on request', {skip: SKIP}, async () => {
  await page.click('#show-cones');
  await page.click('#show-wrenches');
  await page.click('#step');
  await page.waitForSelector('.label');
  await until(async () => /3[0-9]\.\d N/.test((await page.textContent('.label'))!),
    'half of the weight of 77.5 N on a foot');
  await page.waitForTimeout(1000);
  await shoot(page, 'humanoid_cones');
});

test('the time goes on, and a slider moves its joint', {skip: SKIP}, async () => {
  const paused = await standingTime();
  await page.click('#pause');
  await until(async () => await time() > paused + 0.01, 'the time goes on');
  const hand = await framePosition(page, 'left_hand');
  const slider = page.locator('[data-joint="left_elbow"]');
  await slider.fill('-1.5');
  await until(async () => (await framePosition(page, 'left_hand'))[0] > hand[0] + 0.03,
    'the hand in front');
  const value = page.locator('.joint', {has: slider}).locator('output');
  await until(async () => Number(await value.textContent()) < -1.2, 'the elbow bent');
});

test('in a window that becomes narrow the legend folds up and covers nothing', {skip: SKIP}, async () => {
  const isOpen = () => page.evaluate(
    () => document.querySelector<HTMLDetailsElement>('#legend')!.open);
  assert.equal(await isOpen(), true);
  await page.setViewportSize({width: 420, height: 860});
  await until(async () => !await isOpen(), 'a folded legend');
  const box = (selector: string) => page.evaluate((wanted) => {
    const {left, right, top, bottom} = document.querySelector(wanted)!.getBoundingClientRect();
    return {left, right, top, bottom};
  }, selector);
  const state = await box('#state');
  const legend = await box('#legend');
  assert.ok(legend.top >= state.bottom || legend.left >= state.right, 'the state can be read');
  await shoot(page, 'humanoid_narrow');
  await page.setViewportSize({width: 1000, height: 640});
  await until(isOpen, 'a legend that is open again');
});

test('a scene of bodies is shown too, in the dark', {skip: SKIP}, async () => {
  const stack = await Simulator.start('run', 'stack');
  await page.emulateMedia({colorScheme: 'dark'});
  await page.goto(quick(stack.url));
  await frameOnScreen(page, 'box_9/box');
  await page.click('#pause');
  await page.waitForSelector('#step:not([disabled])');
  await until(async () => {
    const box = await frameOnScreen(page, 'box_9/box');
    const sky = await colourAt(page, 40, 200);
    const drawn = await colourAt(page, box.x, box.y);
    return Math.hypot(...drawn.map((c, i) => c - sky[i]!)) > 40;
  }, 'a box that is no sky');
  await shoot(page, 'stack_dark');
  await stack.stop();
});

test('a recording is played, paused and sought', {skip: SKIP}, async () => {
  const file = `${folder.path}/squat.mcap`;
  runToEnd('run', 'humanoid_squat', '--duration', '3', '--record', file);
  const replay = await Simulator.start('replay', file);
  await page.emulateMedia({colorScheme: 'light'});
  await page.goto(quick(replay.url));
  await frameOnScreen(page, 'torso');
  await page.waitForSelector('.timeline:not([hidden])');
  if (await page.textContent('#state') === 'playing') {
    await page.keyboard.press('Space');
  }
  await until(async () => await page.textContent('#state') === 'paused', 'a pause');
  await page.locator('#timeline').fill('1.5');
  await until(async () => Math.abs(await time() - 1.5) < 0.05, 'the middle');
  await until(async () => (await framePosition(page, 'torso'))[2] < 0.3,
    'a torso below 0.3 m, as the squat has it at 1.5 s');
  await shoot(page, 'replay_squat');
  await replay.stop();
});
