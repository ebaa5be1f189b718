import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FinalReply, TaskMessage, TaskReply } from './task-process.ts';

/** A process without a task ends after this time. */
const idleMs = 30_000;

/** How often the memory and the CPU time of a process are read while it has a task. */
const usagePollMs = 50;

/** A process that ends a task with more than this part of its memory is not used again. */
const reusableShare = 0.5;

/**
 * The only environment variables of a child process: it needs no secret. The local start (packages/local) uses the last
 * two to find and stop processes.
 */
const inheritedEnv = ['NODE_ENV', 'PATH', 'TZ', 'INKBEAR_RUN', 'INKBEAR_STOP_RANK'] as const;

interface ProcessPoolOptions {
  /** The module that a process runs; it calls `serveTasks`. See `workerFile`. */
  readonly file: URL;
  /** Limit of the JavaScript heap of one process. */
  readonly maxHeapMb: number;
  /** Limit of the resident memory of one process, its heap included. Enforced on Linux only. */
  readonly maxMemoryMb: number;
}

interface RunOptions<Report> {
  /** Ends the process of the task. */
  readonly signal: AbortSignal;
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Limit of the task's CPU time, which does not depend on how busy the machine is. Enforced on Linux only. */
  readonly maxCpuMs?: number;
}

/** The process of a task ended because it needed more memory than it may have. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** The process of a task was ended because the task took more CPU time than it may. */
export class CpuTimeError extends Error {
  override readonly name = 'CpuTimeError';
}

interface Child {
  readonly process: ChildProcess;
  readonly exited: Promise<void>;
  /** The error that the process has written before it ended; '' if it has written none. */
  reason: string;
  idleTimer?: NodeJS.Timeout;
}

/** Resident memory of a process in MB; null when it has ended, or when the system has no `/proc`. */
async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** The unit in which Linux counts the CPU time of a process. */
const tickMs = 10;

/** CPU time that a process has used, in milliseconds; null as in `residentMb`. */
async function usedCpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name of the process, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/**
 * Runs tasks in child processes, one task at a time in each. Unlike a worker thread, a process that needs too much
 * memory ends alone: V8 ends the whole process when a single allocation exceeds the heap limit of a thread, and memory
 * outside the heap has no limit there. A process has a lower priority than this one, is used again for the next task,
 * and ends after 30 idle seconds.
 *
 * The pool has no queue: it starts as many processes as tasks run, so its caller bounds them (see `FairSlots`).
 */
export class ProcessPool<Task, Result, Report = never> {
  readonly #options: ProcessPoolOptions;
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /** Rejects with the error of the task, the reason of `signal`, an `OutOfMemoryError` or a `CpuTimeError`. */
  async run(task: Task, { signal, onReport, maxCpuMs = Infinity }: RunOptions<Report>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new Error('The pool of processes is closed.');
    const child = this.#takeIdle() ?? this.#start();
    this.#keepAlive(child);
    const kill = (): void => void child.process.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    const usage = this.#watchUsage(child, maxCpuMs);
    try {
      const reply = await this.#exchange(child, task, onReport);
      if (!('result' in reply)) throw reply.error;
      return reply.result;
    } catch (error) {
      signal.throwIfAborted();
      throw usage.hasExceededCpuTime() ? new CpuTimeError('The task took too much CPU time.') : error;
    } finally {
      signal.removeEventListener('abort', kill);
      usage.stop();
      if (usage.lastMb() > this.#options.maxMemoryMb * reusableShare) kill();
      if (child.process.killed) await child.exited;
      this.#release(child);
    }
  }

  /** Ends all processes; running tasks reject, and no other one begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#children];
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ exited }) => exited));
  }

  /** A waiting process that has not ended meanwhile. */
  #takeIdle(): Child | undefined {
    for (let child = this.#idle.pop(); child; child = this.#idle.pop()) if (isUsable(child.process)) return child;
    return undefined;
  }

  #start(): Child {
    const { file, maxHeapMb } = this.#options;
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    const child = fork(fileURLToPath(file), [], {
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--no-warnings'],
      env: Object.fromEntries(inheritedEnv.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const started: Child = { process: child, reason: '', exited };
    this.#children.add(started);
    const end = (): void => {
      this.#removeChild(started);
      resolve();
    };
    // A process that could not be started emits `error` only.
    child.on('close', end).on('error', () => child.pid ?? end());
    child.stderr?.on('data', (chunk: Buffer) => {
      started.reason ||= readExitReason(chunk.toString());
    });
    // Only a running task keeps this process alive: see `#keepAlive`.
    (child.stderr as Socket | null)?.unref();
    lowerPriority(child);
    return started;
  }

  /** Sends the task, and waits for its result, its error or the end of the process. */
  #exchange(child: Child, task: Task, onReport: ((report: Report) => void) | undefined): Promise<FinalReply<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<FinalReply<Result>>();
    const { process: childProcess } = child;
    const receive = (reply: TaskReply<Result, Report>): void => {
      if ('report' in reply) onReport?.(reply.report);
      else resolve(reply);
    };
    const close = (code: number | null, signal: string | null): void =>
      reject(toExitError(child, { status: code ?? signal ?? 'unknown', isExpected: this.#isClosed }));
    childProcess.on('message', receive).on('close', close).on('error', reject);
    const answer = promise.finally(() => {
      childProcess.off('message', receive).off('close', close).off('error', reject);
    });
    try {
      // A process that does not receive the task is ended, and then emits `close`.
      childProcess.send({ task } satisfies TaskMessage<Task>, (error) => error && childProcess.kill('SIGKILL'));
    } catch (error) {
      reject(error);
    }
    return answer;
  }

  /** Kills the process when it exceeds its memory limit, or its task the limit of CPU time. */
  #watchUsage({ process: child }: Child, maxCpuMs: number) {
    const { maxMemoryMb } = this.#options;
    let [lastMb, isReading, isStopped, isOverTime] = [0, false, false, false];
    let firstMs: number | null = null;
    const read = async (pid: number): Promise<void> => {
      const [mb, ms] = await Promise.all([residentMb(pid), maxCpuMs === Infinity ? null : usedCpuMs(pid)]);
      isReading = false;
      if (isStopped) return;
      lastMb = mb ?? lastMb;
      firstMs ??= ms;
      isOverTime = ms !== null && firstMs !== null && ms - firstMs > maxCpuMs;
      if (lastMb > maxMemoryMb || isOverTime) child.kill('SIGKILL');
    };
    const timer = setInterval(() => {
      if (isReading || child.pid === undefined) return;
      isReading = true;
      void read(child.pid);
    }, usagePollMs);
    const stop = (): void => {
      isStopped = true;
      clearInterval(timer);
    };
    return { lastMb: () => lastMb, hasExceededCpuTime: () => isOverTime, stop };
  }

  /** A process with a task keeps this process running; an idle one does not. */
  #keepAlive(child: Child): void {
    clearTimeout(child.idleTimer);
    child.reason = '';
    child.process.ref();
    child.process.channel?.ref();
  }

  #release(child: Child): void {
    if (!isUsable(child.process)) return;
    child.process.unref();
    child.process.channel?.unref();
    child.idleTimer = setTimeout(() => {
      this.#removeIdle(child);
      child.process.kill('SIGKILL');
    }, idleMs).unref();
    this.#idle.push(child);
  }

  #removeChild(child: Child): void {
    clearTimeout(child.idleTimer);
    this.#children.delete(child);
    this.#removeIdle(child);
  }

  #removeIdle(child: Child): void {
    const index = this.#idle.indexOf(child);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

const isUsable = ({ connected, killed, exitCode, signalCode }: ChildProcess): boolean =>
  connected && !killed && exitCode === null && signalCode === null;

/**
 * Makes a process yield to this one, by the step from normal to below normal, so that tasks do not delay requests. The
 * system may refuse that; the process then competes with requests as a thread would.
 */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;
  try {
    os.setPriority(pid, Math.min(os.getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // The result of a task does not depend on the priority.
  }
}

/** What V8 or Node.js writes before a process ends. Never the message of an error, which may quote an author's text. */
const readExitReason = (output: string): string =>
  /^FATAL ERROR: .*|^(?:\w+: )?\w*Error(?: \[\w+\])?(?=:)/m.exec(output)?.[0].slice(0, 200) ?? '';

/**
 * The error for a process that ended before it replied. An unexpected SIGKILL means that it needed too much memory: the
 * kernel or `#watchUsage` has killed it.
 */
function toExitError(
  { reason }: Child,
  { status, isExpected }: { status: number | string; isExpected: boolean },
): Error {
  const message = `The process of the task ended with ${status}: ${reason || 'no reason given'}`;
  const isOutOfMemory = /memory/i.test(reason) || (status === 'SIGKILL' && !isExpected);
  return isOutOfMemory ? new OutOfMemoryError(message) : new Error(message);
}
