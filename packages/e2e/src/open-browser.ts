import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

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

/** `CHROMIUM_PATH`, else the first of the names on PATH. */
function findChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...onPath].find((file) => file !== '' && existsSync(file));
  if (!found) throw new Error('Chromium was not found: put it on PATH or set CHROMIUM_PATH.');
  return found;
}

/**
 * Options of a browser that ends with this process. Playwright's own handlers for SIGTERM and SIGHUP are off: they would
 * close the browser and keep the process alive.
 * @param more further Chromium flags
 */
export const launchOptions = (...more: string[]): LaunchOptions => ({
  executablePath: findChromium(),
  args: [...flags, ...more],
  handleSIGTERM: false,
  handleSIGHUP: false,
});

/** Starts a browser. @param more further Chromium flags */
export const openBrowser = (...more: string[]): Promise<Browser> => chromium.launch(launchOptions(...more));
