import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { databaseName } from '@inkbear/service-kit/database-name';
import { deadLetterOperations } from '@inkbear/service-kit/dead-letter-commands';
import { type Operation, OperationError } from '@inkbear/service-kit/operation';
import { type Operations, withDatabase } from '@inkbear/service-kit/run-operations';
import { operations as adminOperations } from '../../../services/admin/src/ops.ts';
import { operations as authOperations } from '../../../services/auth/src/ops.ts';
import { operations as billingOperations } from '../../../services/billing/src/ops.ts';
import { createAdminPasswordOperation } from './admin-password-command.ts';
import { backupOperation } from './backup/backup-command.ts';
import { listBackupsOperation } from './backup/list-backups-command.ts';
import { restoreOperation } from './backup/restore-command.ts';
import { verifyBackupOperation } from './backup/verify-backup-command.ts';
import { rotateKeysOperation } from './keys/rotate-keys-command.ts';
import type { Target } from './target.ts';

/** Every command for operators. Those of one service also run in that service's own container. */
export const commands: readonly Operation<Target>[] = [
  backupOperation,
  listBackupsOperation,
  verifyBackupOperation,
  restoreOperation,
  ...deadLetterOperations.map(inChosenService),
  ...inService('admin', adminOperations),
  ...inService('billing', billingOperations),
  ...inService('auth', authOperations),
  rotateKeysOperation,
  createAdminPasswordOperation,
].map(explainUnreachable);

/** Reports an unreachable database in one line, without a stack trace. */
function explainUnreachable(operation: Operation<Target>): Operation<Target> {
  return {
    ...operation,
    run: async (target, input) => {
      try {
        return await operation.run(target, input);
      } catch (error) {
        // The driver and mongoose have one class each.
        if (!(error instanceof Error) || !error.name.endsWith('ServerSelectionError')) throw error;
        throw new OperationError('MongoDB does not answer. Is Inkbear running?', { cause: error });
      }
    },
  };
}

/** The commands of a service, which connect to its database. */
function inService(service: ServiceName, operations: Operations): Operation<Target>[] {
  return operations.map((operation) => ({
    ...operation,
    run: (target, input) =>
      withDatabase({ uri: target.servers().mongodbUri, database: databaseName(service) }, (connection) =>
        operation.run(connection, input),
      ),
  }));
}

/** A command that every service has gets the service as its first argument; without one it runs in all of them. */
function inChosenService(operation: Operations[number]): Operation<Target> {
  const isOptional = operation.parameters?.every((parameter) => parameter.isOptional) === true;
  return {
    ...operation,
    parameters: [
      {
        name: 'service',
        description: isOptional ? 'the service; default all' : 'the service',
        choices: serviceNames,
        ...(isOptional ? { isOptional } : {}),
      },
      ...(operation.parameters ?? []),
    ],
    run: async (target, input) => {
      const chosen = serviceNames.filter((service) =>
        [undefined, service].includes(input.values['service'] as ServiceName),
      );
      const lines: string[] = [];
      for (const service of chosen)
        for (const each of inService(service, [operation]))
          lines.push(`${service}:`, ...(await each.run(target, input)));
      return lines;
    },
  };
}
