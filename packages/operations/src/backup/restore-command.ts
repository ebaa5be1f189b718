import path from 'node:path';
import { databaseName, databasePrefix } from '@inkbear/service-kit/database-name';
import { createLogger } from '@inkbear/service-kit/logger';
import { type Operation, OperationError, type OperationInput, UsageError } from '@inkbear/service-kit/operation';
import { withDatabase } from '@inkbear/service-kit/run-operations';
import { type ErasedAccount, listErasures } from '../../../../services/auth/src/users/erasures-command.ts';
import { repeatErasures } from '../../../../services/auth/src/users/repeat-erasures.ts';
import { withClient } from '../databases.ts';
import { erasureLogName, mergeErasures, readErasureLog, readErasureLogBeside } from '../erasures/erasure-log.ts';
import { withOperationLock } from '../operation-lock.ts';
import type { Target, Servers } from '../target.ts';
import { describeCount } from './progress.ts';
import { requireRestorable, restore } from './restore.ts';
import { deleteStreams } from './streams.ts';
import { verifyBackup } from './verify.ts';

export const restoreOperation: Operation<Target> = {
  name: 'restore',
  summary: 'loads a backup into an empty target while Inkbear is stopped',
  parameters: [{ name: 'folder', description: 'the folder of a backup' }],
  options: {
    drop: { value: databasePrefix, description: 'deletes all data of the target first; the prefix must be typed' },
    erasures: {
      value: 'file',
      description: `an additional erasure log, besides the one next to the backup (${erasureLogName})`,
    },
    'new-broker': { description: 'NATS has no streams of an earlier Inkbear, so none are deleted' },
  },
  changes: 'all databases and the streams of the broker',
  runbook: 'restore.md',
  run: async (target, input) => {
    const folder = path.resolve(input.values['folder'] ?? '');
    const { manifest, damage, contradictions } = await verifyBackup(folder, input.report);
    if (damage.length > 0)
      throw new OperationError(['The backup is damaged, so nothing was changed:', ...damage].join('\n'));
    for (const each of contradictions) input.report(`Warning, in the backup: ${each}`);
    return await target.withServersOnly(async (servers) => {
      requireKnownBroker(servers, input);
      const plan = { folder, manifest, drop: input.values['drop'], report: input.report };
      if (input.isDryRun) {
        await withClient(servers.mongodbUri, (client) => requireRestorable({ ...plan, client }));
        return [`${manifest.collections.length} collections as of ${manifest.snapshotAt} would be loaded.`];
      }
      return await withOperationLock(servers.mongodbUri, 'restore', async () => {
        const erasures = await collectErasures(servers, input, folder);
        await withClient(servers.mongodbUri, (client) => restore({ ...plan, client }));
        const streams = servers.natsUrl === null ? 0 : await deleteStreams(servers.natsUrl);
        const erased = await eraseAgain(servers, erasures);
        const documents = manifest.collections.reduce((sum, each) => sum + each.documents, 0);
        return [
          `${describeCount(documents, 'document')} restored as of ${manifest.snapshotAt}: 0 mismatches`,
          `${describeCount(streams, 'stream')} deleted; the services publish all events again when they start`,
          `${describeCount(erased, 'account')} erased again, of ${erasures.length} in the erasure log`,
        ];
      });
    });
  },
};

function requireKnownBroker({ natsUrl }: Servers, { switches }: OperationInput): void {
  if (natsUrl === null && !switches.has('new-broker'))
    throw new UsageError('Set NATS_URL, so that old streams are deleted, or pass --new-broker.');
}

/** All known erasures: of the log beside the backup, of the given log, and of the database that will be replaced. */
async function collectErasures(
  { mongodbUri }: Servers,
  { values: { erasures } }: OperationInput,
  folder: string,
): Promise<ErasedAccount[]> {
  return mergeErasures(
    await readErasureLogBeside(folder),
    erasures === undefined ? [] : await readErasureLog(path.resolve(erasures)),
    await withDatabase({ uri: mongodbUri, database: databaseName('auth') }, listErasures),
  );
}

const eraseAgain = ({ mongodbUri }: Servers, erasures: readonly ErasedAccount[]): Promise<number> =>
  withDatabase({ uri: mongodbUri, database: databaseName('auth') }, (connection) =>
    repeatErasures(
      connection,
      erasures.map(({ userId }) => userId),
      createLogger('ops', 'error'),
    ),
  );
