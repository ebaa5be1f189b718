import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { type Entitlement, hasProQuota, limits, quotaPercent } from '@inkbear/contracts/plans';
import type { StorageUsage } from '@inkbear/contracts/storage';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import type { Entitlements } from './entitlements.ts';
import type { EraseRows } from './erasure.ts';
import { deleteUpTo } from './erasure.ts';
import type { AttributesOf } from './metrics/catalogue.ts';
import { metrics } from './metrics/metrics.ts';
import { ProblemError } from './problem.ts';

/** Stored bytes of a user, as counted in the service's database. */
export interface StoredBytes {
  readonly counted: number;
  /** In the trash and in deleted revisions. */
  readonly deleted: number;
}

/**
 * `create` is refused above 100 % of the quota, `edit` only above 125 %, so that nobody is stopped in the middle of a
 * sentence.
 */
type QuotaOperation = 'create' | 'edit';

export interface QuotaRequest {
  readonly userId: string;
  readonly operation: QuotaOperation;
  /** Bytes that the write adds; an edit that adds nothing is never refused. */
  readonly bytes: number;
}

/** Exists only for users who have had a larger quota than the free plan's. */
interface QuotaRow {
  _id: string;
  /** The plan's quota at the last measurement. */
  quota: number;
  /**
   * Bytes stored when a larger quota ended; 0 before. They stay allowed, because a downgrade hides and deletes nothing:
   * the larger one of `quota` and `floor` applies. Stored name.
   */
  floor: number;
}

interface PendingWrite {
  readonly bytes: number;
  readonly done: Promise<unknown>;
}

interface Measurement extends StorageUsage {
  measuredAt: number;
}

interface ByteQuotaOptions {
  readonly connection: Connection;
  readonly entitlements: Pick<Entitlements, 'find' | 'fetchFromBilling'>;
  readonly quota: { readonly free: number; readonly pro: number };
  readonly code: ErrorCode;
  /** Error message for the author; it should say how to free space. */
  readonly refusal: string;
  /** Sums up the stored bytes of a user; must use an index. */
  readonly measure: (userId: string) => Promise<StoredBytes>;
  readonly now?: () => number;
}

/**
 * How long a measurement is cached, in milliseconds: `relaxedMs` for small edits far from the limit, `strictMs` for
 * everything else. It misses the writes of other processes: at most 1.2 MB of small edits each, at ten saves a second.
 */
const relaxedMs = 30_000;
const strictMs = 1000;
/** A larger edit, or one of a user above this fraction of the limit, uses `strictMs`. */
const smallEdit = 4096;
const nearLimit = 0.9;
const maxUsers = 20_000;

/**
 * One service's storage quota per user. Measurements are cached briefly and increased by this process's own writes, so
 * an autosave costs no query. Several processes may together exceed the quota by what each of them writes within one
 * second, and by the edits of at most 4 KB that each of them writes within 30 s. A refusal always rests on a fresh
 * measurement and on an entitlement fetched from billing.
 */
export class ByteQuota {
  readonly #options: ByteQuotaOptions;
  readonly #measurements = new LRUCache<string, Measurement>({ max: maxUsers });
  readonly #measuring = new Map<string, { measurement: Promise<Measurement>; written: number }>();
  /** Writes in progress, by user. */
  readonly #pending = new Map<string, Set<PendingWrite>>();
  readonly #now: () => number;

  constructor(options: ByteQuotaOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Measures the bytes used and allowed now. */
  async usage(userId: string): Promise<StorageUsage> {
    const { used, allowed, deleted } = await this.#measure(userId);
    return { used, allowed, deleted };
  }

  /**
   * Runs a write that adds bytes, and counts them as pending until it ends. Throws 403 with `used` and `allowed` when
   * the quota is exceeded.
   */
  async reserve<T>(request: QuotaRequest, write: () => Promise<T>): Promise<T> {
    const { userId, operation, bytes } = request;
    if (operation === 'edit' && bytes <= 0) return await write();
    let measurement = this.#measurements.get(userId);
    if (!measurement || !this.#isFresh(measurement, operation, bytes)) measurement = await this.#measure(userId);
    if (this.#findExceeded(measurement, request) !== 'none') {
      // A write that has committed but not yet returned would count twice: in the measurement and as pending.
      await Promise.allSettled([...(this.#pending.get(userId) ?? [])].map(({ done }) => done));
      measurement = await this.#measure(userId);
    }
    if (this.#findExceeded(measurement, request) !== 'none')
      measurement = await this.#refreshEntitlement(userId, measurement);
    const exceeded = this.#findExceeded(measurement, request);
    if (exceeded !== 'none') {
      const { code, refusal } = this.#options;
      const { used, allowed } = measurement;
      throw exceeded === 'counted'
        ? refuse('bytes', code, { message: refusal, used, allowed })
        : refuse('deleted_bytes', code, { message: tooMuchDeleted, used, allowed });
    }
    return await this.#write(userId, bytes, write);
  }

  async #write<T>(userId: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const pending = this.#pending.get(userId) ?? new Set<PendingWrite>();
    this.#pending.set(userId, pending);
    const done = write();
    const pendingWrite = { bytes, done };
    pending.add(pendingWrite);
    try {
      const result = await done;
      this.#addWritten(userId, bytes);
      return result;
    } finally {
      pending.delete(pendingWrite);
      if (pending.size === 0 && this.#pending.get(userId) === pending) this.#pending.delete(userId);
    }
  }

  /**
   * A measurement in progress may have missed this write. Counting the write twice for a moment is safer than missing
   * it.
   */
  #addWritten(userId: string, bytes: number): void {
    const measurement = this.#measurements.get(userId);
    if (measurement) measurement.used += bytes;
    const measuring = this.#measuring.get(userId);
    if (measuring) measuring.written += bytes;
  }

  /** Invalidates the cached measurement after a deletion, so that the freed space is available at once. */
  invalidate(userId: string): void {
    this.#measurements.delete(userId);
  }

  /** Deletes the row of an erased user. */
  readonly erase: EraseRows = (userId, limit) => deleteUpTo(this.#rows, { _id: userId }, limit);

  #isFresh({ used, allowed, measuredAt }: Measurement, operation: QuotaOperation, bytes: number): boolean {
    const limit = (allowed * quotaPercent[operation]) / 100;
    const isRelaxed = operation === 'edit' && bytes <= smallEdit && used < limit * nearLimit;
    return this.#now() - measuredAt < (isRelaxed ? relaxedMs : strictMs);
  }

  /** Concurrent requests share one measurement. */
  async #measure(userId: string): Promise<Measurement> {
    const running = this.#measuring.get(userId);
    if (running) return await running.measurement;
    const measurement = this.#measureNow(userId);
    const current = { measurement, written: 0 };
    this.#measuring.set(userId, current);
    try {
      const measured = await measurement;
      measured.used += current.written;
      this.#measurements.set(userId, measured);
      return measured;
    } finally {
      this.#measuring.delete(userId);
    }
  }

  async #measureNow(userId: string): Promise<Measurement> {
    const measuredAt = this.#now();
    const [{ counted, deleted }, entitlement] = await Promise.all([
      this.#options.measure(userId),
      this.#options.entitlements.find(userId),
    ]);
    const allowed = await this.#allowed(entitlement, counted);
    return { used: counted, allowed, deleted, measuredAt };
  }

  #findExceeded(measurement: Measurement, request: QuotaRequest): ReturnType<typeof findExceeded> {
    const pending = [...(this.#pending.get(request.userId) ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
    return findExceeded({ ...measurement, used: measurement.used + pending }, request);
  }

  /** Asks billing, because the event about a new plan may not have arrived yet. */
  async #refreshEntitlement(userId: string, measurement: Measurement): Promise<Measurement> {
    const entitlement = await this.#options.entitlements.fetchFromBilling(userId);
    if (!entitlement || !hasProQuota(entitlement)) return measurement;
    const updated = { ...measurement, allowed: await this.#allowed(entitlement, measurement.used) };
    this.#measurements.set(userId, updated);
    return updated;
  }

  async #allowed(entitlement: Entitlement, counted: number): Promise<number> {
    const { free, pro } = this.#options.quota;
    const quota = hasProQuota(entitlement) ? pro : free;
    const _id = entitlement.userId;
    const row = await this.#rows.findOne({ _id });
    if (!row && quota === free) return quota;
    if (row?.quota === quota) return Math.max(quota, row.floor);
    const floor = row && row.quota > quota ? counted : 0;
    await this.#rows.updateOne({ _id }, { $set: { quota, floor } }, { upsert: true });
    return Math.max(quota, floor);
  }

  get #rows() {
    return this.#options.connection.collection<QuotaRow>('quotas');
  }
}

/**
 * For a migration: inserts a quota row for everyone who has or had Pro, so that a downgrade keeps what they store even
 * when nothing was measured under Pro. Existing rows are kept. Idempotent.
 */
export async function seedQuotas(connection: Connection, { pro }: { readonly pro: number }): Promise<void> {
  const hadPro = { $or: [{ plan: { $ne: 'free' } }, { exportUntil: { $ne: null } }] };
  await connection
    .collection('entitlements')
    .aggregate(
      [
        { $match: hadPro },
        { $project: { quota: { $literal: pro }, floor: { $literal: 0 } } },
        { $merge: { into: 'quotas', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
      ],
      { hint: { _id: 1 } },
    )
    .toArray();
}

/** Which limit a write would exceed: none, that of counted bytes, or that of counted and deleted bytes together. */
function findExceeded(
  { used, allowed, deleted }: StorageUsage,
  { operation, bytes }: QuotaRequest,
): 'none' | 'counted' | 'withDeleted' {
  const limit = (allowed * quotaPercent[operation]) / 100;
  const limitWithDeleted = (allowed * quotaPercent.withDeleted[operation]) / 100;
  // Creating always adds something, so at exactly 100 % it is refused.
  const isWithin = operation === 'create' ? used + Math.max(1, bytes) <= limit : used + bytes <= limit;
  if (!isWithin) return 'counted';
  return used + deleted + bytes <= limitWithDeleted ? 'none' : 'withDeleted';
}

const tooMuchDeleted =
  'Deleted texts are kept for 30 days and now take up too much space. ' +
  'Space is freed when the oldest of them expire. What you have written is safe.';

interface ListUsage {
  readonly code: ErrorCode;
  /** Bytes or rows of the list. */
  readonly used: number;
  /** Error message for the author. */
  readonly refusal: string;
}

/**
 * Throws 403 when the texts of one list would grow beyond the maximum size of a list response. `used` and `bytes` in
 * bytes.
 */
export function requireListCapacity({ code, used, bytes, refusal }: ListUsage & { readonly bytes: number }): void {
  if (bytes <= 0 || used + bytes <= limits.listBytes) return;
  throw refuse('list_bytes', code, { message: refusal, used, allowed: limits.listBytes });
}

/**
 * Throws 403 when a list has more rows than allowed. `used` includes the row that is being added, so the caller counts
 * inside the transaction that adds it, after taking the list's lock (`Transaction.lock`).
 */
export function requireCountCapacity({ code, used, allowed, refusal }: ListUsage & { readonly allowed: number }): void {
  if (used > allowed) throw refuse('list_length', code, { message: refusal, used: allowed, allowed });
}

/** Counts a refusal and returns its error. */
function refuse(
  limit: AttributesOf<'inkbear.quota.refusals'>['limit'],
  code: ErrorCode,
  details: { readonly message: string; readonly used: number; readonly allowed: number },
): ProblemError {
  metrics.count('inkbear.quota.refusals', { code, limit });
  return new ProblemError(code, details);
}
