// The operations image: `main.js <command> …`. On a laptop `npm run ops` runs packages/local/src/ops.ts instead.
import { text } from 'node:stream/consumers';
import { readEnvOrExit } from '@inkbear/service-kit/env';
import { runCommandLine, UsageError } from '@inkbear/service-kit/operation';
import { commands } from './commands.ts';
import { readEnv } from './env.ts';
import type { Target, Servers } from './target.ts';

await runCommandLine<Target>({
  program: 'node dist/main.js',
  operations: commands,
  args: process.argv.slice(2),
  withTarget: async (work) => {
    const env = readEnvOrExit({ name: 'operations', readEnv });
    const servers = (): Servers => {
      if (env.MONGODB_URI === undefined) throw new UsageError('Set MONGODB_URI with the user ops.');
      return { mongodbUri: env.MONGODB_URI, natsUrl: env.NATS_URL ?? null };
    };
    await work({
      servers,
      withServersOnly: (restore) => restore(servers()),
      backupFolder: env.BACKUP_FOLDER,
      keyFolder: null,
      storeAdminPassword: null,
      readStandardInput: () => text(process.stdin),
    });
  },
});
