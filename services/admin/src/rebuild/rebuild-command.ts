import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import type { Operation } from '@inkbear/service-kit/operation';
import type { Connection } from 'mongoose';
import { RebuildRepository, type RebuildRow } from './rebuild.repository.ts';

const pollIntervalMs = 500;

/**
 * The operator command that requests a rebuild from the running service, waits for it for at most `waitMs`, and reports
 * its result and the figures that changed.
 */
export const rebuildOperation = (waitMs = 15 * 60_000): Operation<Connection> => ({
  name: 'rebuild',
  summary: 'rebuilds the admin projections from all outboxes',
  parameters: [
    { name: 'service', description: 'the only service that can be rebuilt', isOptional: true, choices: ['admin'] },
  ],
  changes: 'the projections of admin; the running service replays all events',
  runbook: 'rebuild.md',
  run: async (connection, { isDryRun }) => {
    const rebuilds = new RebuildRepository(connection);
    if (isDryRun) return [describeLast(await rebuilds.find()), 'A rebuild would be requested.'];
    await rebuilds.request();
    for (const deadline = Date.now() + waitMs; Date.now() < deadline;) {
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
  },
});

const describeLast = (row: RebuildRow | null): string =>
  row?.endedAt ? `The last rebuild ended at ${row.endedAt.toISOString()}.` : 'No rebuild has been run yet.';

/** One line for each figure that changed. */
function differences(before: readonly AnalyticsMonth[], after: readonly AnalyticsMonth[]): string[] {
  const oldFigures = figuresByName(before);
  const changed = [...figuresByName(after)].filter(([name, value]) => oldFigures.get(name) !== value);
  return changed.length === 0
    ? ['All figures of the last twelve months are unchanged.']
    : changed.map(([name, value]) => `  ${name}: ${String(oldFigures.get(name))} before, ${String(value)} now`);
}

/** The figures of all months, by name such as `2026-01 totalUsers`. */
const figuresByName = (months: readonly AnalyticsMonth[]): Map<string, unknown> =>
  new Map(
    months.flatMap((figures) =>
      Object.entries(figures).map(([name, value]): [string, unknown] => [`${figures.month} ${name}`, value]),
    ),
  );
