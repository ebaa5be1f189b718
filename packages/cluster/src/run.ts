import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';

export interface RunOptions {
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its standard output. Throws with the end of both streams when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  { input = '', timeoutMs = 300_000, env = {} }: RunOptions = {},
): Promise<string> {
  const child = spawn(command, args, { timeout: timeoutMs, killSignal: 'SIGKILL', env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code === 0) return stdout.toString();
  const output = [stdout, stderr].map((stream) => stream.toString().slice(-2000)).join('\n');
  throw new Error(`${command} ${args.join(' ')} ended with ${code ?? 'a signal'}:\n${output}`);
}
