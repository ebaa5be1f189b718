import type { Batches } from '@inkbear/service-kit/batches';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { HeadCache } from './head-cache.ts';
import type { HeadRepository } from './head.repository.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { ManuscriptRow, ManuscriptKind } from './manuscript.ts';

/** All that the use cases of one kind need; a service puts it together in its `deps.ts`. */
export interface Manuscripts<R extends ManuscriptRow> {
  readonly manuscriptKind: ManuscriptKind<R>;
  readonly heads: HeadRepository<R>;
  readonly history: HistoryRepository;
  readonly cache: HeadCache<R>;
  /** Throws when its owner may read but not change it. */
  readonly requireEditable: (row: R) => Promise<void>;
  /** Throws 403 when its owner has no room for so many bytes more. */
  readonly quota: Pick<ByteQuota, 'reserve' | 'forget'>;
  /** Throws 403 when the fields of all that is listed together would grow beyond what a list may answer; `growth` in bytes. */
  readonly requireListRoom: (row: R, growth: number) => Promise<void>;
  readonly batches: Batches;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}
