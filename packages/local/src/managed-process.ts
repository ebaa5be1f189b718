import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { likelyCauseOfExit, lastLogLines, openLog } from './log-file.ts';
import type { ProcessPlan } from './process-plan.ts';
import { runIdName, signalProcess, stopRankName } from './processes-of-run.ts';
import type { Report } from './report.ts';
import { setSessionNiceness } from './session-niceness.ts';
import { StartError } from './start-error.ts';

export interface Timing {
  /** A process that exits sooner than this after its start counts as not started. */
  readonly failedStartMs: number;
  /** Delay before the first restart; it doubles with each further failure. */
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** Time for a graceful stop before the process is killed. */
  readonly graceMs: number;
  /** Time in which a process must become ready. */
  readonly readyMs: number;
}

export const defaultTiming: Timing = {
  failedStartMs: 5000,
  backoffMs: 1000,
  maxBackoffMs: 10_000,
  graceMs: 26_000,
  readyMs: 180_000,
};
const maxFailures = 3;

type State =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'running'; readonly child: ChildProcess; readonly exited: Promise<void> }
  | { readonly kind: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'failed'; readonly reason: StartError };

/** A child process that is restarted with backoff when it dies, until `stop` is called. */
export class ManagedProcess {
  readonly plan: ProcessPlan;
  readonly #runId: string;
  readonly #report: Report;
  readonly #timing: Timing;
  #state: State = { kind: 'stopped' };
  #wasReady = false;
  #failures = 0;
  #starts = 0;

  constructor(plan: ProcessPlan, runId: string, report: Report, timing: Timing = defaultTiming) {
    this.plan = plan;
    this.#runId = runId;
    this.#report = report;
    this.#timing = timing;
  }

  get pid(): number | undefined {
    return this.#state.kind === 'running' ? this.#state.child.pid : undefined;
  }

  get url(): string {
    return this.plan.url;
  }

  get #env(): Record<string, string> {
    return { ...this.plan.env, [runIdName]: this.#runId, [stopRankName]: String(this.plan.stopRank) };
  }

  /** Starts the process, unless it runs already. */
  start(): void {
    if (this.#state.kind === 'running') return;
    if (this.#state.kind === 'waiting') clearTimeout(this.#state.timer);
    const startedAt = Date.now();
    const child = this.#spawn(this.plan.command, this.plan.args);
    const { niceness = 0 } = this.plan;
    if (niceness > 0 && child.pid !== undefined) void setSessionNiceness(child.pid, niceness);
    const exited = new Promise<void>((resolve) => {
      const ended = (how: string): void => {
        resolve();
        if (this.#state.kind === 'running' && this.#state.child === child) this.#onExit(how, Date.now() - startedAt);
      };
      child.once('error', (error) => ended(error.message));
      child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    });
    this.#state = { kind: 'running', child, exited };
  }

  /** Resolves when the process is ready; rejects when it keeps failing or exceeds `readyMs`. */
  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + this.#timing.readyMs;
    for (let why: string | undefined = 'not checked yet'; ; await sleep(60)) {
      if (this.#state.kind === 'failed') throw this.#state.reason;
      if (this.#state.kind === 'stopped') throw new StartError(`${this.plan.name} was stopped before it was ready`);
      if (this.#state.kind === 'running') why = await this.plan.whyNotReady();
      if (why === undefined && this.#state.kind === 'running') break;
      if (Date.now() > deadline)
        throw this.#failure(`${this.plan.name} is not ready after ${this.#timing.readyMs / 1000} s (${why})`);
    }
    this.#wasReady = true;
    this.#failures = 0;
  }

  /** Sends a signal, for failure tests. If the process dies, it is restarted. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (this.pid !== undefined) signalProcess(this.pid, signal);
  }

  /** Stops the process: SIGTERM, then SIGKILL after the grace period. It stays down until `restart`. */
  async stop(): Promise<void> {
    const state = this.#state;
    this.#state = { kind: 'stopped' };
    if (state.kind === 'waiting') clearTimeout(state.timer);
    if (state.kind !== 'running' || state.child.pid === undefined) return;
    signalProcess(state.child.pid, 'SIGTERM');
    const grace = new AbortController();
    await Promise.race([
      state.exited,
      sleep(this.#timing.graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    this.#killNow(state.child);
    await state.exited;
  }

  /** Stops the process, starts it again and waits until it is ready. */
  async restart(): Promise<void> {
    await this.stop();
    this.start();
    await this.waitUntilReady();
  }

  /** Kills the process without a grace period. */
  killNow(): void {
    if (this.#state.kind === 'running') this.#killNow(this.#state.child);
  }

  #killNow(child: ChildProcess): void {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      signalProcess(child.pid, 'SIGKILL');
  }

  #spawn(command: string, args: readonly string[]): ChildProcess {
    const log = openLog(this.plan.logFile, this.#starts === 0);
    this.#starts += 1;
    try {
      // Detached (own session), so that Ctrl-C reaches only the supervisor, which stops all processes in order.
      return spawn(command, args, { cwd: this.plan.cwd, env: this.#env, stdio: ['ignore', log, log], detached: true });
    } finally {
      closeSync(log);
    }
  }

  /** Restarts the process after a delay. Gives up when it has never been ready and several starts in a row have failed. */
  #onExit(how: string, livedMs: number): void {
    const isFailedStart = livedMs < this.#timing.failedStartMs;
    this.#failures = isFailedStart ? this.#failures + 1 : 1;
    if (!this.#wasReady && isFailedStart && this.#failures >= maxFailures) {
      this.#state = {
        kind: 'failed',
        reason: this.#failure(`${this.plan.name} does not start: it exited ${maxFailures} times in a row (${how})`),
      };
      return;
    }
    const delay = Math.min(this.#timing.backoffMs * 2 ** (this.#failures - 1), this.#timing.maxBackoffMs);
    const cause = likelyCauseOfExit(this.plan.logFile);
    this.#report(
      `${this.plan.name} exited unexpectedly (${how})${cause ? `: ${cause.slice(0, 300)}` : ''}. Restarting in ${delay / 1000} s; log: ${this.plan.logFile}`,
    );
    this.#state = { kind: 'waiting', timer: setTimeout(() => this.start(), delay) };
  }

  /** An error with a sentence and the last lines of the log. */
  #failure(sentence: string): StartError {
    const lines = lastLogLines(this.plan.logFile, 40)
      .filter((line) => !/^\s+at /.test(line))
      .slice(-8)
      .map((line) => `    ${line.slice(0, 400)}`);
    return new StartError(
      [
        `${sentence}. Last lines of ${this.plan.logFile}:`,
        ...(lines.length > 0 ? lines : ['    (nothing was written)']),
      ].join('\n'),
    );
  }
}
