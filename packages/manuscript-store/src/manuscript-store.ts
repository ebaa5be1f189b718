import type { Batches } from '@inkbear/service-kit/batches';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { HeadCache } from './head-cache.ts';
import type { HeadRepository } from './head.repository.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { ManuscriptKind, ManuscriptHead } from './manuscript.ts';

/** The dependencies of all use cases for one kind of manuscript. A service creates it in its `deps.ts`. */
export interface ManuscriptStore<R extends ManuscriptHead> {
  readonly manuscriptKind: ManuscriptKind<R>;
  readonly heads: HeadRepository<R>;
  readonly history: HistoryRepository;
  readonly cache: HeadCache<R>;
  /** Throws when the owner may only read the manuscript. */
  readonly requireEditable: (row: R) => Promise<void>;
  /** Throws 403 when a save would exceed the owner's storage quota. */
  readonly quota: Pick<ByteQuota, 'reserve' | 'invalidate'>;
  /** Throws 403 when the fields of all manuscripts in one list would be too long. @param growth in bytes */
  readonly requireListCapacity: (row: R, growth: number) => Promise<void>;
  readonly batches: Batches;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}
