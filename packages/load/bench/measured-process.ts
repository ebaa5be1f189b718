import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The flags of the container image. */
const flags = ['--no-warnings'];
const probe = new URL('./cpu-probe.ts', import.meta.url).href;

/** A server in a separate process, so that its CPU time excludes the client's. */
export class MeasuredProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Starts the process and waits until it is ready. With `CPU_PROF=<folder>` a process that handles SIGTERM writes a
   * profile there.
   * @param file the script to run
   * @param env its whole environment
   * @param isReady polled until it returns true, at most 30 s
   */
  static async start(file: string, env: NodeJS.ProcessEnv, isReady: () => Promise<boolean>): Promise<MeasuredProcess> {
    const profile = process.env['CPU_PROF'] ? ['--cpu-prof', '--cpu-prof-dir', process.env['CPU_PROF']] : [];
    const child = fork(file, {
      env,
      execArgv: [...flags, ...profile, '--import', probe],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const deadline = Date.now() + 30_000;
    while (!(await isReady().catch(() => false))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${file} did not start.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return new MeasuredProcess(child);
  }

  /** CPU time so far, in µs. */
  async cpu(): Promise<number> {
    const answer = once(this.#child, 'message');
    this.#child.send('cpu');
    return Number((await answer)[0]);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** CPU time of any process in µs, with a resolution of 10 ms (Linux). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
