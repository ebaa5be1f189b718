import type { Operation } from '@inkbear/service-kit/operation';
import type { Connection } from 'mongoose';
import { type ErasedAccount, ErasureLogRepository } from './erasure-log.repository.ts';

export type { ErasedAccount };

/** The erasure log: all erased accounts, oldest erasure first. Its entries are never deleted. */
export const listErasures = (connection: Connection): Promise<ErasedAccount[]> =>
  new ErasureLogRepository(connection).list();

/** The operator command that prints the erasure log as lines of JSON. */
export const erasuresOperation: Operation<Connection> = {
  name: 'erasures',
  summary: 'prints the ids of erased accounts, for a restore of an older backup',
  changes: null,
  runbook: 'erasures.md',
  run: async (connection) => (await listErasures(connection)).map((erasure) => JSON.stringify(erasure)),
};
