// `npm run ops -- <command>`: the commands of packages/operations for the Inkbear in DATA_DIR, or for MONGODB_URI.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { commands } from '@inkbear/operations/commands';
import type { Target, Servers } from '@inkbear/operations/target';
import { OperationError, runCommandLine, UsageError } from '@inkbear/service-kit/operation';
import { DataFolder } from './data-folder.ts';
import { startServers } from './infrastructure.ts';
import { lockDataFolder } from './lock.ts';
import { operationsUri } from './operations-uri.ts';
import { dataFolder } from './paths.ts';
import type { Report } from './report.ts';
import { storeAdminPassword } from './secrets.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

const dataDir = dataFolder(process.env);
/** Writes to stderr, because stdout has only the result of the command. */
const report: Report = (line) => console.error(line);

function findRunningServers(): Servers {
  const mongodbUri = process.env['MONGODB_URI'] || operationsUri(dataDir);
  if (!mongodbUri) throw new UsageError('No database found: set MONGODB_URI, or DATA_DIR of a running Inkbear.');
  return { mongodbUri, natsUrl: process.env['NATS_URL'] || null };
}

/** Starts MongoDB and NATS of the data folder for the duration of `work`, without any process of Inkbear. */
async function withServersOnly<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
  const data = DataFolder.open(dataDir);
  const runId = randomUUID();
  const unlock = await lockDataFolder(data, runId);
  const supervisor = new Supervisor(runId, report);
  try {
    const { mongodbUri, natsUrl } = await startServers({ data, supervisor, env: process.env, report });
    return await work({ mongodbUri: mongodbUri('ops'), natsUrl: natsUrl('ops') });
  } finally {
    await supervisor.stop().finally(unlock);
  }
}

const target: Target = {
  servers: findRunningServers,
  withServersOnly,
  backupFolder: path.resolve(dataDir, '../backups'),
  keyFolder: path.join(dataDir, 'keys'),
  storeAdminPassword: (password) => storeAdminPassword(DataFolder.open(dataDir), password),
  readStandardInput: () => text(process.stdin),
};

await runCommandLine({
  program: 'npm run ops --',
  operations: commands,
  args: process.argv.slice(2),
  withTarget: async (work) => {
    try {
      await work(target);
    } catch (error) {
      // For example, the data folder is in use.
      throw error instanceof StartError ? new OperationError(error.message, { cause: error }) : error;
    }
  },
});
