import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TaskMessage, TaskReply } from './task-process.ts';

/** A process without a task ends after this time. */
const idleMs = 30_000;

/** How often the memory of a process is read while it has a task. */
const memoryPollMs = 50;

/** Characters of a process's error output that are kept, to learn why it ended. */
const keptOutput = 4000;

/** A process that ends a task with more than this part of its memory is not used again. */
const reusableShare = 0.5;

/** The only environment variables of a child process: it needs no secret. */
const inheritedEnv = ['NODE_ENV', 'PATH', 'TZ'] as const;

/** Lower than that of this process by the step from normal to below normal, so that tasks do not delay requests. */
const lowerPriority = (): number => {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;
  return Math.min(os.getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
};

interface ProcessPoolOptions {
  /** The module that a process runs; it calls `serveTasks`. See `workerFile`. */
  readonly file: URL;
  /** Limit of the JavaScript heap of one process. */
  readonly maxHeapMb: number;
  /** Limit of the resident memory of one process, its heap included. Kept on Linux only. */
  readonly maxMemoryMb: number;
}

interface RunOptions<Report> {
  /** Ends the process of the task. */
  readonly signal: AbortSignal;
  readonly onReport?: ((report: Report) => void) | undefined;
}

/** The process of a task ended because it needed more memory than it may have. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

interface Child {
  readonly process: ChildProcess;
  readonly exited: Promise<unknown>;
  /** The end of its error output. */
  output: string;
  idleTimer?: NodeJS.Timeout;
}

/** Resident memory of a process in MB; null when it has ended, or when the system has no `/proc`. */
async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/**
 * Runs tasks in child processes, one task at a time in each. Unlike a worker thread, a process that needs too much
 * memory ends alone: V8 ends the whole process when a single allocation exceeds the heap limit of a thread, and memory
 * outside the heap has no limit there. A process has a lower priority than this one, is used again for the next task, and ends
 * after 30 idle seconds.
 *
 * The pool has no queue: it starts as many processes as tasks run, so its caller bounds them (see `FairSlots`).
 */
export class ProcessPool<Task, Result, Report = never> {
  readonly #options: ProcessPoolOptions;
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /** Rejects with the error of the task, with the reason of `signal`, or with an `OutOfMemoryError`. */
  async run(task: Task, { signal, onReport }: RunOptions<Report>): Promise<Result> {
    signal.throwIfAborted();
    const child = this.#idle.pop() ?? this.#start();
    this.#hold(child);
    const kill = (): void => void child.process.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    const watch = this.#watchMemory(child);
    try {
      const reply = await this.#exchange(child, task, onReport);
      if (!('result' in reply)) throw reply.error;
      return reply.result;
    } catch (error) {
      signal.throwIfAborted();
      if (watch.isExceeded()) throw new OutOfMemoryError('The process exceeded its memory limit', { cause: error });
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
      watch.stop();
      if (watch.lastMb() > this.#options.maxMemoryMb * reusableShare) kill();
      this.#release(child);
    }
  }

  /** Ends all processes; running tasks reject. */
  async close(): Promise<void> {
    const children = [...this.#children];
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ exited }) => exited));
  }

  #start(): Child {
    const { file, maxHeapMb } = this.#options;
    const child = fork(fileURLToPath(file), [], {
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--no-warnings'],
      env: Object.fromEntries(inheritedEnv.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const started: Child = { process: child, output: '', exited: once(child, 'close').catch(() => undefined) };
    child.stderr?.on('data', (chunk: Buffer) => {
      started.output = (started.output + chunk.toString()).slice(-keptOutput);
    });
    if (child.pid !== undefined) os.setPriority(child.pid, lowerPriority());
    // Only a running task keeps this process alive: see `#hold`.
    (child.stderr as Socket | null)?.unref();
    this.#children.add(started);
    child.on('close', () => this.#forget(started)).on('error', () => this.#forget(started));
    return started;
  }

  /** Sends the task, and waits for its result, its error or the end of the process. */
  #exchange(
    child: Child,
    task: Task,
    onReport: ((report: Report) => void) | undefined,
  ): Promise<Extract<TaskReply<Result, Report>, { result: Result } | { error: Error }>> {
    const { promise, resolve, reject } =
      Promise.withResolvers<Extract<TaskReply<Result, Report>, { result: Result } | { error: Error }>>();
    const receive = (reply: TaskReply<Result, Report>): void => {
      if ('report' in reply) onReport?.(reply.report);
      else resolve(reply);
    };
    const close = (code: number | null, signal: string | null): void => reject(endOf(child.output, code ?? signal));
    const { process: childProcess } = child;
    childProcess.on('message', receive).on('close', close).on('error', reject);
    // A process that ends while the message is sent emits `close`.
    childProcess.send({ task } satisfies TaskMessage<Task>, () => undefined);
    return promise.finally(() => {
      childProcess.off('message', receive).off('close', close).off('error', reject);
    });
  }

  /** Kills the process when it exceeds its memory limit. */
  #watchMemory({ process: child }: Child) {
    const { maxMemoryMb } = this.#options;
    let lastMb = 0;
    const timer = setInterval(() => {
      if (child.pid === undefined) return;
      void residentMb(child.pid).then((mb) => {
        lastMb = mb ?? lastMb;
        if (lastMb > maxMemoryMb) child.kill('SIGKILL');
      });
    }, memoryPollMs);
    return { lastMb: () => lastMb, isExceeded: () => lastMb > maxMemoryMb, stop: () => clearInterval(timer) };
  }

  /** A process with a task keeps this process running; an idle one does not. */
  #hold(child: Child): void {
    clearTimeout(child.idleTimer);
    child.process.ref();
    child.process.channel?.ref();
  }

  #release(child: Child): void {
    if (!this.#children.has(child) || !child.process.connected || child.process.killed) return;
    child.process.unref();
    child.process.channel?.unref();
    child.idleTimer = setTimeout(() => child.process.kill('SIGKILL'), idleMs).unref();
    this.#idle.push(child);
  }

  #forget(child: Child): void {
    clearTimeout(child.idleTimer);
    this.#children.delete(child);
    const index = this.#idle.indexOf(child);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

/** The error for a process that ended before it replied. V8 writes why it gives up. */
function endOf(output: string, status: number | string | null): Error {
  const reason = /^.*error.*$/im.exec(output)?.[0].slice(0, 200) ?? 'no output';
  const message = `The process of the task ended with ${status}: ${reason}`;
  return /out of memory/i.test(output) ? new OutOfMemoryError(message) : new Error(message);
}
