import { TestEnvironment } from 'jest-environment-node';
import { currentRun, type TestRun } from './test-run.ts';

/** The object in the global scope of each spec file. */
export interface SpecScope {
  readonly run: TestRun;
  /** Whether a test or a hook of this file has failed so far. */
  readonly hasFailed: () => boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** jest's node environment plus a `SpecScope`, which spans module registries. */
export default class SpecJestEnvironment extends TestEnvironment {
  #hasFailed = false;

  override async setup(): Promise<void> {
    await super.setup();
    const inkbear: SpecScope = { run: currentRun(), hasFailed: () => this.#hasFailed, startedAt: Date.now() };
    Object.assign(this.global, { inkbear });
  }

  /** Called by jest for every event of the file. */
  handleTestEvent({ name }: { name: string }): void {
    if (name === 'hook_failure' || name === 'test_fn_failure') this.#hasFailed = true;
  }
}
