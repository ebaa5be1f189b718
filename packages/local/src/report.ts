/** Where progress goes: plain lines, so that a log file reads like a terminal. */
export type Report = (line: string) => void;

export const toTerminal: Report = (line) => void process.stdout.write(`${line}\n`);
export const toNowhere: Report = () => undefined;

/** Says every few seconds that a slow step still runs, so that a wait never looks like a hang. */
export async function withHeartbeat<T>(report: Report, what: string, work: Promise<T>, everyMs = 5000): Promise<T> {
  const started = Date.now();
  const timer = setInterval(
    () => report(`  ${what}: still at it after ${Math.round((Date.now() - started) / 1000)} s`),
    everyMs,
  );
  return work.finally(() => clearInterval(timer));
}
