import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Truncates on the first start of a run, then appends: what is in the file belongs to this run. */
export function openLog(file: string, fresh: boolean): number {
  if (fresh) closeSync(openSync(file, 'w', 0o600));
  return openSync(file, 'a', 0o600);
}

/** A pino line as a person would say it; any other line as it is. */
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

const looksLikeNoise = /^\s*(at |\^|Node\.js v|\{|\}|node:|file:|code:|\[?errno)/;

/** The one line that most likely says why a process ended. */
export function causeOfDeath(file: string): string | undefined {
  const lines = lastLogLines(file, 30);
  return (
    lines.findLast((line) => /(^|\s|\[)\w*Error\b|fatal|exception/i.test(line) && !looksLikeNoise.test(line)) ??
    lines.findLast((line) => !looksLikeNoise.test(line))
  );
}
