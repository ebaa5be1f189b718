import path from 'node:path';
import { type Operation, UsageError } from '@inkbear/service-kit/operation';
import { withDatabase } from '@inkbear/service-kit/run-operations';
import { listErasures } from '../../../../services/auth/src/users/erasures-command.ts';
import { databaseOf, withClient } from '../databases.ts';
import { mergeErasures, readErasureLogBeside, writeErasureLogBeside } from '../erasures/erasure-log.ts';
import { holdOperation } from '../hold-operation.ts';
import type { Place } from '../place.ts';
import { type BackupResult, backUp } from './back-up.ts';
import { formatCount, formatSize } from './progress.ts';
import { listCollections } from './snapshot.ts';

const defaultWindowSeconds = 6 * 3600;

export const backupOperation: Operation<Place> = {
  name: 'backup',
  summary: 'writes all databases as they are at one moment, while Inkbear runs',
  options: {
    to: { value: 'folder', description: 'a new folder; default: one named after the time, in the folder of backups' },
    window: { value: 'seconds', description: `the longest duration of the backup; default ${defaultWindowSeconds}` },
  },
  changes: 'writes the folder and the erasure log beside it; the server keeps snapshots longer meanwhile',
  runbook: 'backup.md',
  run: async (place, { values, isDryRun, report }) => {
    const to = path.resolve(values['to'] ?? path.join(place.backupFolder, nameOf(new Date())));
    const windowSeconds = parseSeconds(values['window']);
    const { mongodbUri } = place.servers();
    if (isDryRun)
      return await withClient(mongodbUri, async (client) => describeDryRun(await listCollections(client), to));
    return await holdOperation(mongodbUri, 'backup', async () => {
      const result = await withClient(mongodbUri, (client) => backUp({ client, to, windowSeconds, report }));
      const erasures = await updateErasureLog(mongodbUri, to);
      return describe(result, to, erasures);
    });
  },
};

const nameOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-');

function parseSeconds(text: string | undefined): number {
  if (text === undefined) return defaultWindowSeconds;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1) throw new UsageError(`--window ${text} is not a number of seconds.`);
  return seconds;
}

const describeDryRun = (plans: readonly { database: string }[], to: string): string[] => [
  `${plans.length} collections of ${new Set(plans.map(({ database }) => database)).size} databases would be written to ${to}.`,
];

/** Adds the accounts that are erased now to the log of earlier backups. Returns how many the log has. */
async function updateErasureLog(uri: string, backup: string): Promise<number> {
  const current = await withDatabase({ uri, database: databaseOf('auth') }, listErasures);
  const merged = mergeErasures(await readErasureLogBeside(backup), current);
  writeErasureLogBeside(backup, merged);
  return merged.length;
}

const describe = ({ documents, bytes, snapshotAt, contradictions }: BackupResult, to: string, erasures: number) => [
  `${formatCount(documents)} documents, ${formatSize(bytes)}, as of ${snapshotAt.toISOString()}`,
  `Written and read back: ${to}`,
  `Erasure log: ${erasures} accounts`,
  ...contradictions.map((each) => `Warning, in the database itself: ${each}`),
];
