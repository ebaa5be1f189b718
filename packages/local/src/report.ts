/** Receives progress as plain lines, without terminal control codes. */
export type Report = (line: string) => void;

export const toTerminal: Report = (line) => void process.stdout.write(`${line}\n`);
export const discardReport: Report = () => undefined;

/** Reports every few seconds that a slow step is still running. */
export async function withHeartbeat<T>(report: Report, what: string, work: Promise<T>, everyMs = 5000): Promise<T> {
  const started = Date.now();
  const timer = setInterval(
    () => report(`  ${what}: still running after ${Math.round((Date.now() - started) / 1000)} s`),
    everyMs,
  );
  return work.finally(() => clearInterval(timer));
}
