import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from '../src/browser.ts';
import { type House, openHouse } from '../src/house.ts';

describe('the development start', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    house = await openHouse({ dev: true, seed: false });
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await house.leave();
  }, 60_000);

  it('shows the pages at the same address, and they hear of changes', async () => {
    const { page, problems } = await openPage(browser, house.url);
    const heard = new Promise<void>((resolve) => {
      page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
        if (JSON.parse(String(payload)).type === 'ok') resolve();
      }));
    });
    await page.goto('/', { timeout: 60_000 });
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor({ timeout: 60_000 });
    await heard;
    expect(problems).toEqual([]);
  }, 120_000);
});
