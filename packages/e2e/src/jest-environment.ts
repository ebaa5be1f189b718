import type { StartOptions } from '@inkbear/local/start';
import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { type AppStack, startAppStack } from './app-stack.ts';
import { connectBrowser } from './shared-resources-client.ts';

/** The object in the global scope of each spec file. Its functions load their modules once for all files of a worker. */
export interface SpecScope {
  readonly startStack: (options: StartOptions) => Promise<AppStack>;
  /** The connection of this file to the browser, opened on first use. */
  readonly browser: () => Promise<Browser>;
  /** Whether a test or a hook of this file has failed so far. */
  readonly hasFailed: () => boolean;
  /** Whether a test of this file was not selected. */
  readonly hasSkipped: () => boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** jest's node environment plus a `SpecScope`, which spans module registries. */
export default class SpecJestEnvironment extends TestEnvironment {
  #hasFailed = false;
  #hasSkipped = false;
  #browser: Promise<Browser> | undefined;

  override async setup(): Promise<void> {
    await super.setup();
    const inkbear: SpecScope = {
      startStack: startAppStack,
      browser: () => this.#connectBrowser(),
      hasFailed: () => this.#hasFailed,
      hasSkipped: () => this.#hasSkipped,
      startedAt: Date.now(),
    };
    Object.assign(this.global, { inkbear });
  }

  override async teardown(): Promise<void> {
    await (await this.#browser)?.close();
    await super.teardown();
  }

  /** Called by jest for every event of the file. */
  handleTestEvent({ name }: { name: string }): void {
    if (name === 'hook_failure' || name === 'test_fn_failure') this.#hasFailed = true;
    if (name === 'test_skip') this.#hasSkipped = true;
  }

  /** Connects again when the last browser has crashed. */
  async #connectBrowser(): Promise<Browser> {
    const browser = await this.#browser;
    if (browser?.isConnected() === true) return browser;
    return await (this.#browser = connectBrowser());
  }
}
