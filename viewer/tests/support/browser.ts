// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {chromium} from 'playwright-core';
import type {BrowserContext, Page} from 'playwright-core';

import {artifact} from './paths';

const ARGUMENTS = [
  '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
  '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-gpu-rasterization',
];

/** A busy machine draws slowly [ms]; nothing here is a measurement. */
const PATIENCE = 120000;

/** Chromium without a window, drawing by software, with a profile of its own. */
export class Browser {
  private constructor(
    private readonly context: BrowserContext, private readonly profile: string) {}

  static async start(options: {width?: number; height?: number; dark?: boolean} = {}):
  Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), 'contact_sim_browser_'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ARGUMENTS, headless: true, timeout: PATIENCE,
      viewport: {width: options.width ?? 1000, height: options.height ?? 640},
      colorScheme: options.dark ? 'dark' : 'light',
    });
    context.setDefaultTimeout(PATIENCE);
    return new Browser(context, profile);
  }

  async open(url: string): Promise<Page> {
    const page = this.context.pages()[0] ?? await this.context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') {
        console.error(`page: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.goto(url);
    return page;
  }

  async stop(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, {recursive: true, force: true});
  }
}

/** Quick to draw by software; screenshots for people are taken at full quality. */
export function quick(url: string): string {
  return `${url}${url.includes('?') ? '&' : '/?'}quality=low`;
}

export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({path: artifact(`${name}.png`)});
}

/** The colour of the page at a point [px], as a person sees it: red, green, blue from 0 to 255. */
export async function colourAt(page: Page, x: number, y: number):
Promise<[number, number, number]> {
  const picture = (await page.screenshot({
    clip: {x: Math.round(x), y: Math.round(y), width: 1, height: 1}})).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d')!;
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!];
  }, picture);
}

interface Handle {
  contactSim: {
    frameOnScreen(frame: string): {x: number; y: number; isVisible: boolean} | undefined;
    framePosition(frame: string): [number, number, number] | undefined;
  };
}

export async function frameOnScreen(page: Page, frame: string) {
  await page.waitForFunction(
    (name) => (window as unknown as Handle).contactSim?.frameOnScreen(name) !== undefined, frame,
    {polling: 200});
  return page.evaluate(
    (name) => (window as unknown as Handle).contactSim.frameOnScreen(name)!, frame);
}

export async function framePosition(page: Page, frame: string) {
  return page.evaluate(
    (name) => (window as unknown as Handle).contactSim.framePosition(name)!, frame);
}
