import { endRun } from './processes-of-run.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';
import { ManagedProcess, defaultTiming, type Timing } from './managed-process.ts';
import type { ProcessPlan } from './process-plan.ts';
import type { Report } from './report.ts';

/**
 * Manages all processes of one run: starts them, stops them in order, and runs the watchdog that ends them if this
 * process dies.
 */
export class Supervisor {
  readonly runId: string;
  readonly #report: Report;
  readonly #timing: Timing;
  readonly #processes = new Map<string, ManagedProcess>();
  readonly #watchdog: Watchdog;
  #stopping: Promise<void> | undefined;

  constructor(runId: string, report: Report, timing: Timing = defaultTiming) {
    this.runId = runId;
    this.#report = report;
    this.#timing = timing;
    this.#watchdog = startWatchdog(runId);
  }

  get processes(): readonly ManagedProcess[] {
    return [...this.#processes.values()];
  }

  add(plan: ProcessPlan): ManagedProcess {
    if (this.#stopping) throw new Error('The supervisor is stopping.');
    const managed = new ManagedProcess(plan, this.runId, this.#report, this.#timing);
    this.#processes.set(plan.name, managed);
    return managed;
  }

  /** Starts all processes in parallel and waits until all are ready. */
  async startAll(plans: readonly ProcessPlan[]): Promise<void> {
    const added = plans.map((plan) => this.add(plan));
    for (const managed of added) managed.start();
    await Promise.all(added.map((managed) => managed.waitUntilReady()));
  }

  /** Stops all processes rank by rank. Idempotent: a second call waits for the same shutdown. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  killNow(): void {
    for (const managed of this.processes) managed.killNow();
  }

  async #stopInOrder(): Promise<void> {
    const ranks = [...new Set(this.processes.map((each) => each.plan.stopRank))].sort((a, b) => a - b);
    for (const rank of ranks) {
      await Promise.all(this.processes.filter((each) => each.plan.stopRank === rank).map((each) => each.stop()));
    }
    await endRun(this.runId, 2000);
    await this.#watchdog.end();
  }
}
