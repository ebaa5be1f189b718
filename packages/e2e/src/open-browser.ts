import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** `CHROMIUM_PATH`, else the first Chromium on PATH. */
function findChromium(): string {
  const onPath = (process.env['PATH'] ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...onPath].find((file) => file !== '' && existsSync(file));
  if (!found) throw new Error('The browser tests need Chromium on PATH or in CHROMIUM_PATH; it is not here.');
  return found;
}

/**
 * Ends with this process. Whoever is asked to end ends: with a handler of its own for that, Playwright would close the
 * browser and let the process go on.
 * @param more flags of Chromium beyond the usual ones
 */
export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [...flags, ...more],
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
