import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

/** Runs a command and captures the end of its output. Never throws: a command that does not exist returns code 127. */
export function runCommand(command: string, args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const { env, cwd, timeoutMs = 600_000 } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(env && { env }),
      ...(cwd && { cwd }),
    });
    let output = '';
    const append = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-64_000);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

export const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
