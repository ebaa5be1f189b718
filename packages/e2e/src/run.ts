import type { StartOptions } from '@inkbear/local/start';
import type { Browser } from 'playwright-core';
import { type House, openHouse } from './house.ts';
import { openBrowser } from './open-browser.ts';

/** What a spec may use of a house that others live in, too: nothing that stops a process or moves the clock. */
export type SharedHouse = Pick<House, 'url' | 'dataDir'>;

/**
 * What outlives a spec file, whose modules are its own: the house that specs share, and the browser. Each opens when it
 * is first asked for.
 */
export class Run {
  #house: Promise<House> | undefined;
  #browser: Promise<Browser> | undefined;
  /** Set when a test has failed that may have been in the house: its logs stay. */
  keepLogs = false;

  sharedHouse(): Promise<SharedHouse> {
    return (this.#house ??= openHouse({ seed: false }));
  }

  /** Here, too, so that no file has to read everything anew that starts a house. */
  openHouse(options: StartOptions): Promise<House> {
    return openHouse(options);
  }

  /** A browser that has died is replaced. */
  async browser(): Promise<Browser> {
    const browser = await this.#browser;
    if (browser?.isConnected() === true) return browser;
    return await (this.#browser = openBrowser());
  }

  async end(): Promise<void> {
    try {
      await (await this.#browser)?.close();
    } finally {
      await (await this.#house)?.leave({ keepLogs: this.keepLogs });
    }
  }
}

type Shelf = typeof globalThis & { inkbearRun?: Run };

/** The run of this process; one that nothing was asked of costs nothing. */
export const currentRun = (): Run => ((globalThis as Shelf).inkbearRun ??= new Run());
