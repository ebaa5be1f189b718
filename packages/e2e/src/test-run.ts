import type { StartOptions } from '@inkbear/local/start';
import type { Browser } from 'playwright-core';
import { type AppStack, startAppStack } from './app-stack.ts';
import { openBrowser } from './open-browser.ts';

/** The part of the shared stack that specs may use: nothing that stops a process or moves the clock. */
export type SharedAppStack = Pick<AppStack, 'url' | 'dataDir'>;

/**
 * The shared stack and the browser, which outlive a spec file (jest gives each file its own modules). Both start on
 * first use.
 */
export class TestRun {
  #stack: Promise<AppStack> | undefined;
  #browser: Promise<Browser> | undefined;
  /** Set when a test that may have used the shared stack has failed; its logs are then kept. */
  keepLogs = false;

  sharedStack(): Promise<SharedAppStack> {
    return (this.#stack ??= startAppStack({ seed: false }));
  }

  /** Called through the run, so that the modules that start a stack are loaded once and not by each spec file. */
  startStack(options: StartOptions): Promise<AppStack> {
    return startAppStack(options);
  }

  /** Starts a new browser when the last one has crashed. */
  async browser(): Promise<Browser> {
    const browser = await this.#browser;
    if (browser?.isConnected() === true) return browser;
    return await (this.#browser = openBrowser());
  }

  async end(): Promise<void> {
    try {
      await (await this.#browser)?.close();
    } finally {
      await (await this.#stack)?.remove({ keepLogs: this.keepLogs });
    }
  }
}

type GlobalWithRun = typeof globalThis & { inkbearRun?: TestRun };

/** The run of this process. */
export const currentRun = (): TestRun => ((globalThis as GlobalWithRun).inkbearRun ??= new TestRun());
