import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Opens a log file for appending; with `truncate` (the first start of a run) it is emptied first. */
export function openLog(file: string, truncate: boolean): number {
  if (truncate) closeSync(openSync(file, 'w', 0o600));
  return openSync(file, 'a', 0o600);
}

/** Formats a pino or mongod JSON line for the terminal; other lines are unchanged. */
export function readableLine(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: unknown; s?: string; err?: { message?: unknown }; attr?: unknown };
    const text = [entry.msg, entry.err?.message].filter((part) => typeof part === 'string' && part !== '').join(': ');
    const detail = entry.attr ? ` ${JSON.stringify(entry.attr).slice(0, 200)}` : '';
    return text ? `${text}${detail}` : line;
  } catch {
    return line;
  }
}

/** The last lines of a log file that are not empty, formatted for the terminal. Empty when the file cannot be read. */
export function lastLogLines(file: string, count: number): string[] {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const size = fstatSync(handle).size;
    const tail = Buffer.alloc(Math.min(size, 16_384));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    return tail
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-count)
      .map(readableLine);
  } catch {
    return [];
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Lines of a stack trace and of Node's crash report. */
const noise = /^\s*(at |\^|Node\.js v|\{|\}|node:|file:|code:|\[?errno)/;

/** The log line that most likely explains why a process ended. */
export function likelyCauseOfExit(file: string): string | undefined {
  const lines = lastLogLines(file, 30);
  return (
    lines.findLast((line) => /(^|\s|\[)\w*Error\b|fatal|exception/i.test(line) && !noise.test(line)) ??
    lines.findLast((line) => !noise.test(line))
  );
}
