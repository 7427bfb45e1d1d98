// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import type {Page} from 'playwright-core';

import {Browser, colourAt, frameOnScreen, framePosition, quick, shoot} from './support/browser';
import {
  DESCRIPTION, jointStates, publishScene, SOLVER_PARAMETERS,
} from './support/mock_scene';
import {MockServer} from './support/mock_server';
import {pageFolder} from './support/paths';
import {until} from './support/until';

let server: MockServer;
let browser: Browser;
let page: Page;
let address: string;

const distance = (a: number[], b: number[]) => Math.hypot(...a.map((x, i) => x - b[i]!));

before(async () => {
  server = new MockServer(pageFolder());
  server.offerServices(DESCRIPTION);
  publishScene(server);
  address = await server.start();
  browser = await Browser.start();
  page = await browser.open(quick(`http://${address}`));
  await frameOnScreen(page, 'torso');
});

after(async () => {
  await browser.stop();
  await server.stop();
});

test('the robot is drawn where it is, in its colours', async () => {
  await until(async () => {
    const torso = await frameOnScreen(page, 'torso');
    const ground = await colourAt(page, 60, 300);
    const shell = await colourAt(page, torso.x, torso.y - 20);
    return torso.isVisible && distance(ground, shell) > 25;
  }, 'a robot that differs from the ground');
  await shoot(page, 'mock_light');
});

test('the figures are shown', async () => {
  assert.equal(await page.textContent('#plot-contacts .plot-value'), '8');
  assert.equal(await page.textContent('#plot-fallbacks .plot-value'), '3');
  assert.equal(await page.textContent('#scene-name'), 'humanoid');
});

test('pause, step and reset call their services; step only in a pause', async () => {
  assert.ok(await page.isDisabled('#step'));
  await page.click('#pause');
  await until(() => server.calls.includes('pause true'));
  await page.waitForSelector('#step:not([disabled])');
  await page.click('#step');
  await page.click('#reset');
  await until(() => server.calls.includes('step') && server.calls.includes('reset'));
  assert.equal(await page.textContent('#state'), 'paused');
});

test('the keyboard does the same', async () => {
  server.calls.length = 0;
  await page.keyboard.press('s');
  await page.keyboard.press('r');
  await page.keyboard.press('Space');
  await until(() => server.calls.length >= 3);
  assert.deepEqual(server.calls, ['step', 'reset', 'pause false']);
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await shoot(page, 'help');
  await page.keyboard.press('Escape');
});

test('the solver picker sets the parameter and tells what the solver is for', async () => {
  await page.selectOption('#solver-picker', 'contact_sim::Dantzig');
  await until(() =>
    server.parameters.get('/simulator.solver.plugin')!.value === 'contact_sim::Dantzig');
  await page.waitForFunction(() =>
    document.getElementById('solver-purpose')!.textContent === 'Contacts one at a time.', undefined,
  {polling: 200});
});

test('a refused parameter says why at its field and shows the value that holds', async () => {
  server.refuse = ({name}) => name.endsWith('epsilon') ? 'epsilon: expected at most 1' : undefined;
  const field = page.locator('[data-parameter="solver.epsilon"]');
  await field.locator('input').fill('7');
  await field.locator('input').press('Enter');
  await page.waitForSelector('[data-parameter="solver.epsilon"].refused');
  assert.equal(await field.locator('.refusal').textContent(), 'epsilon: expected at most 1');
  assert.equal(await field.locator('input').inputValue(), '1e-8');
  await field.scrollIntoViewIfNeeded();
  await shoot(page, 'refused');
  server.refuse = () => undefined;
  await field.locator('input').fill('1e-7');
  await field.locator('input').press('Enter');
  await until(() => server.parameters.get('/simulator.solver.epsilon')!.value === 1e-7);
  await page.waitForSelector('[data-parameter="solver.epsilon"]:not(.refused)');
});

test('a slider commands its joint; one that the scenario moves is locked', async () => {
  await page.locator('[data-joint="left_elbow"]').fill('-1');
  await until(() => server.commands.length > 0);
  assert.deepEqual(server.commands.at(-1)!.name, ['left_elbow']);
  const sent = server.commands.at(-1)!.position[0]!;
  assert.ok(Math.abs(sent + 1) < 0.01, `commanded ${sent}`);
  assert.ok(await page.isDisabled('[data-joint="left_knee"]'));
  const hand = await framePosition(page, 'left_hand');
  server.publish('/joint_states', jointStates([0, 0, -1, -0.3]));
  await until(async () => (await framePosition(page, 'left_hand'))[0] > hand[0] + 0.02);
});

test('what is on request is asked of the server', async () => {
  await page.click('#show-wrenches');
  await page.waitForSelector('.label');
  assert.equal(await page.textContent('.label'), '38.7 N');
  await page.click('#show-cones');
  await until(() => server.parameters.get('/simulator.markers.cones')!.value === true);
  await page.click('#show-wrenches');
  await page.waitForSelector('.label', {state: 'detached'});
});

test('a lost connection is told, and the page comes back on its own', async () => {
  const port = Number(address.split(':')[1]);
  await server.stop();
  await page.waitForSelector('#lost:not([hidden])');
  assert.match((await page.textContent('#lost'))!, /lost.*Trying again/);
  await shoot(page, 'lost');
  server = new MockServer(pageFolder());
  server.offerServices(DESCRIPTION);
  publishScene(server);
  await server.start(port);
  await page.waitForSelector('#lost', {state: 'hidden'});
  await until(async () => await page.textContent('#state') === 'running', 'running');
});

test('a recording has a timeline instead of services', async () => {
  const player = {time: 1, begin: 0.5, end: 4.5, speed: 1, paused: false};
  const replay = new MockServer(pageFolder(), false);
  for (const [name, value] of Object.entries(player)) {
    replay.parameters.set(`/player.${name}`, {name: `/player.${name}`, value});
  }
  publishScene(replay);
  Object.keys(SOLVER_PARAMETERS).forEach((name) => replay.parameters.delete(name));
  const at = await replay.start();
  await page.goto(quick(`http://${address}/?ws=${at}`));
  await page.waitForSelector('#timeline');
  assert.equal(await page.getAttribute('#timeline', 'max'), '4.5');
  assert.ok(await page.isHidden('#step'));
  assert.ok(await page.isHidden('#solver'));
  await page.waitForSelector('[data-joint="left_elbow"]:disabled');
  await page.locator('#timeline').fill('2.5');
  await until(() => replay.parameters.get('/player.time')!.value === 2.5);
  await page.locator('#timeline').blur();
  await page.keyboard.press('Space');
  await until(() => replay.parameters.get('/player.paused')!.value === true);
  await shoot(page, 'replay');
  await replay.stop();
});

test('in the dark and on a phone nothing is cut off', async () => {
  await page.emulateMedia({colorScheme: 'dark'});
  await page.setViewportSize({width: 390, height: 844});
  await page.goto(`http://${address}`);
  await frameOnScreen(page, 'torso');
  await page.waitForTimeout(500);
  await shoot(page, 'mock_phone_dark');
  const outside = await page.evaluate(() => [...document.querySelectorAll(
    '#title, #tools button, #transport, #legend, #panel, #solver-picker')].filter((element) => {
    const {left, right} = element.getBoundingClientRect();
    return left < -1 || right > window.innerWidth + 1;
  }).map(({id}) => id));
  assert.deepEqual(outside, []);
});
