import { UsageError } from '@inkbear/service-kit/dead-letter-commands';
import type { Connection } from 'mongoose';
import { RebuildRepository } from './rebuild.repository.ts';

const pollIntervalMs = 500;

/**
 * Requests a rebuild from the running service, waits for it for at most `waitMs`, and reports the result and the
 * figures that changed.
 */
export const rebuildCommand =
  (waitMs = 15 * 60_000) =>
  async (connection: Connection, args: readonly string[]): Promise<string[]> => {
    if (args.length > 0) throw new UsageError('Usage: rebuild');
    const rebuilds = new RebuildRepository(connection);
    await rebuilds.request();
    for (const giveUpAt = Date.now() + waitMs; Date.now() < giveUpAt;) {
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      const row = await rebuilds.find();
      if (row && row.requestedAt === null)
        return [
          `${row.events} events were replayed, ${row.swept} stale rows were removed.`,
          ...differences(row.before ?? [], row.after ?? []),
        ];
    }
    return [
      'The rebuild has not finished yet. The running admin service continues it, or starts it at its next start.',
    ];
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
    ? ['All figures of the last twelve months are unchanged.']
    : changed.map(([name, value]) => `  ${name}: ${String(old.get(name))} before, ${String(value)} now`);
}
