import type { Connection } from 'mongoose';

/** An entry of the erasure log. */
export interface ErasedAccount {
  readonly userId: string;
  readonly erasedAt: string;
}

/** The erasure log: the tombstones of erased accounts. They are never deleted. */
export class ErasureLogRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All entries, oldest erasure first. */
  async list(): Promise<ErasedAccount[]> {
    const rows = await this.#connection
      .collection<{ _id: string; erasureBeganAt: Date | null }>('user_removals')
      .find({ stage: 'erased' }, { projection: { erasureBeganAt: 1 } })
      .toArray();
    return rows
      .map(({ _id, erasureBeganAt }) => ({ userId: _id, erasedAt: (erasureBeganAt ?? new Date(0)).toISOString() }))
      .toSorted((a, b) => a.erasedAt.localeCompare(b.erasedAt) || a.userId.localeCompare(b.userId));
  }
}
