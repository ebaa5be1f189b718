import type { Operation } from '@inkbear/service-kit/operation';
import type { Connection } from 'mongoose';

/** An entry of the erasure log. */
export interface ErasedAccount {
  readonly userId: string;
  readonly erasedAt: string;
}

/** The erasure log: all erased accounts, oldest erasure first. Its entries are never deleted. */
export async function listErasures(connection: Connection): Promise<ErasedAccount[]> {
  const rows = await connection
    .collection<{ _id: string; erasureBeganAt: Date | null }>('user_removals')
    .find({ stage: 'erased' }, { projection: { erasureBeganAt: 1 } })
    .toArray();
  return rows
    .map(({ _id, erasureBeganAt }) => ({ userId: _id, erasedAt: (erasureBeganAt ?? new Date(0)).toISOString() }))
    .toSorted((a, b) => a.erasedAt.localeCompare(b.erasedAt) || a.userId.localeCompare(b.userId));
}

/** The operator command that prints the erasure log as lines of JSON. */
export const erasuresOperation: Operation<Connection> = {
  name: 'erasures',
  summary: 'prints the ids of erased accounts, for a restore of an older backup',
  changes: null,
  runbook: 'erasures.md',
  run: async (connection) => (await listErasures(connection)).map((erasure) => JSON.stringify(erasure)),
};
