import { UsageError } from '@inkbear/service-kit/dead-letter-commands';
import type { Connection } from 'mongoose';
import { Rebuilds } from './rebuild.repository.ts';

const lookEveryMs = 500;

/** What an operator reads: that the running service makes the projections again, and whether the figures are what they were. Waits for it at most so long. */
export const commandRebuild =
  (waitMs = 15 * 60_000) =>
  async (connection: Connection, words: readonly string[]): Promise<string[]> => {
    if (words.length > 0) throw new UsageError('The command is: rebuild');
    const rebuilds = new Rebuilds(connection);
    await rebuilds.request();
    for (const giveUpAt = Date.now() + waitMs; Date.now() < giveUpAt;) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      const row = await rebuilds.find();
      if (row && row.requestedAt === null)
        return [
          `${row.events} events were taken in again, ${row.swept} rows that nobody had told of went.`,
          ...differences(row.before ?? [], row.after ?? []),
        ];
    }
    return ['It has not ended yet. The running admin service goes on with it, or begins at its next start.'];
  };

function differences(before: readonly object[], after: readonly object[]): string[] {
  const flat = (months: readonly object[]) =>
    new Map(
      months.flatMap((figures) =>
        Object.entries(figures).map(([name, value]): [string, unknown] => [
          `${(figures as { month: string }).month} ${name}`,
          value,
        ]),
      ),
    );
  const [old, now] = [flat(before), flat(after)];
  const changed = [...now].filter(([name, value]) => old.get(name) !== value);
  return changed.length === 0
    ? ['Every figure of the last twelve months is what it was.']
    : changed.map(([name, value]) => `  ${name}: ${String(old.get(name))} before, ${String(value)} now`);
}
