import { TestEnvironment } from 'jest-environment-node';
import { currentRun, type Run } from './run.ts';

/** What a spec finds in its global scope. */
export interface SpecScope {
  readonly run: Run;
  /** Whether a test or a hook of this file has failed so far. */
  readonly hasFailed: () => boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Node, with the run that this file is a part of. */
export default class SpecEnvironment extends TestEnvironment {
  #hasFailed = false;

  override async setup(): Promise<void> {
    await super.setup();
    const inkbear: SpecScope = { run: currentRun(), hasFailed: () => this.#hasFailed, startedAt: Date.now() };
    Object.assign(this.global, { inkbear });
  }

  /** Told by jest of all that happens in the file. */
  handleTestEvent({ name }: { name: string }): void {
    if (name === 'hook_failure' || name === 'test_fn_failure') this.#hasFailed = true;
  }
}
