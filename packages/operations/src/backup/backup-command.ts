import { existsSync } from 'node:fs';
import path from 'node:path';
import { databaseName } from '@inkbear/service-kit/database-name';
import { type Operation, UsageError } from '@inkbear/service-kit/operation';
import { withDatabase } from '@inkbear/service-kit/run-operations';
import { listErasures } from '../../../../services/auth/src/users/erasures-command.ts';
import { withClient } from '../databases.ts';
import { mergeErasures, readErasureLogBeside, writeErasureLogBeside } from '../erasures/erasure-log.ts';
import { withOperationLock } from '../operation-lock.ts';
import type { Target } from '../target.ts';
import { type BackupResult, backUp } from './back-up.ts';
import { deleteInterruptedBackups, deleteOldBackups, listOldBackups } from './old-backups.ts';
import { describeCount, formatSize } from './progress.ts';
import { listCollections } from './snapshot.ts';

const defaultWindowSeconds = 6 * 3600;

export const backupOperation: Operation<Target> = {
  name: 'backup',
  summary: 'writes all databases as they are at one moment, while Inkbear runs',
  options: {
    to: { value: 'folder', description: 'a new folder; default: one named after the time, in the folder of backups' },
    window: { value: 'seconds', description: `the longest duration of the backup; default ${defaultWindowSeconds}` },
    keep: {
      value: 'count',
      description: 'afterwards deletes all but the <count> newest complete backups in the same folder',
    },
  },
  changes:
    'writes the folder and the erasure log next to it, with --keep deletes old backups; the server keeps snapshots longer meanwhile',
  runbook: 'backup.md',
  run: async (target, { values, isDryRun, report }) => {
    const to = path.resolve(values['to'] ?? path.join(target.backupFolder, nameOf(new Date())));
    const windowSeconds = parseCount('window', values['window']) ?? defaultWindowSeconds;
    const keep = parseCount('keep', values['keep']);
    const { mongodbUri } = target.servers();
    if (isDryRun) {
      const plans = await withClient(mongodbUri, listCollections);
      return describeDryRun(plans, to, await listOldAfterBackup(to, keep));
    }
    return await withOperationLock(mongodbUri, 'backup', async () => {
      // Before the new backup, because it may need the space of the interrupted ones.
      if (keep !== undefined && existsSync(path.dirname(to))) await deleteInterruptedBackups(path.dirname(to));
      const result = await withClient(mongodbUri, (client) => backUp({ client, to, windowSeconds, report }));
      const erasures = await updateErasureLog(mongodbUri, to);
      const deleted = keep === undefined ? [] : await deleteOldBackups(path.dirname(to), keep);
      return [...describe(result, to, erasures), ...deleted.map((folder) => `Deleted: ${folder}`)];
    });
  },
};

const nameOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-');

function parseCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${option} ${text} is not a number from 1.`);
  return count;
}

/** What `--keep` would delete; the new backup will be one of those that stay. */
const listOldAfterBackup = async (to: string, keep: number | undefined): Promise<string[]> =>
  keep === undefined || !existsSync(path.dirname(to)) ? [] : await listOldBackups(path.dirname(to), keep - 1);

const describeDryRun = (plans: readonly { database: string }[], to: string, old: readonly string[]): string[] => [
  `${plans.length} collections of ${new Set(plans.map(({ database }) => database)).size} databases would be written to ${to}.`,
  ...old.map((folder) => `${folder} would be deleted.`),
];

/** Adds the accounts that are erased now to the log of earlier backups. Returns how many the log has. */
async function updateErasureLog(uri: string, backup: string): Promise<number> {
  const current = await withDatabase({ uri, database: databaseName('auth') }, listErasures);
  const merged = mergeErasures(await readErasureLogBeside(backup), current);
  writeErasureLogBeside(backup, merged);
  return merged.length;
}

const describe = ({ documents, bytes, snapshotAt, contradictions }: BackupResult, to: string, erasures: number) => [
  `${describeCount(documents, 'document')}, ${formatSize(bytes)}, as of ${snapshotAt.toISOString()}`,
  `Written and read back: ${to}`,
  `Erasure log: ${describeCount(erasures, 'account')}`,
  ...contradictions.map((each) => `Warning, in the database itself: ${each}`),
];
