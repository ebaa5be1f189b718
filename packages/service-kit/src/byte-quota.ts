import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { type Entitlement, hasProQuota, limits, quotaPercent } from '@inkbear/contracts/plans';
import type { StorageUsage } from '@inkbear/contracts/storage';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import type { Entitlements } from './entitlements.ts';
import type { EraseRows } from './erasure.ts';
import { deleteSome } from './erasure.ts';
import { ProblemError } from './problem.ts';

/** Bytes as the owner's database counts them. */
export interface StoredBytes {
  readonly counted: number;
  /** In the trash and in deleted revisions. */
  readonly deleted: number;
}

/** `create` stops at 100 % of the quota, `edit` goes on until 125 %, so that nobody is stopped in the middle of a sentence. */
type QuotaShare = 'create' | 'edit';

export interface QuotaRequest {
  readonly userId: string;
  readonly share: QuotaShare;
  /** What the write adds; zero or less is never refused for an edit. */
  readonly bytes: number;
}

/** Only of users who have had a larger quota than that of the free plan. */
interface QuotaRow {
  _id: string;
  /** The plan's quota when it was last looked at. */
  quota: number;
  /** What was stored when a larger quota ended: a downgrade hides and deletes nothing. */
  floor: number;
}

interface PendingWrite {
  readonly bytes: number;
  readonly done: Promise<unknown>;
}

interface Known extends StorageUsage {
  measuredAt: number;
}

interface ByteQuotaOptions {
  readonly connection: Connection;
  readonly entitlements: Pick<Entitlements, 'find' | 'askOwner'>;
  readonly quota: { readonly free: number; readonly pro: number };
  readonly code: ErrorCode;
  /** What an author reads; it says how to make room. */
  readonly refusal: string;
  /** Sums up what a user stores; must use an index. */
  readonly measure: (userId: string) => Promise<StoredBytes>;
  readonly now?: () => number;
}

/**
 * How long a measurement is used, in milliseconds: the longer time for small edits far from the limit, the shorter one for all
 * else. It does not include what other processes write meanwhile: at most 1.2 MB of small edits each, at ten saves a second.
 */
const relaxedMs = 30_000;
const strictMs = 1000;
/** An edit of more bytes, or of a user beyond this part of the limit, is strict. */
const smallEdit = 4096;
const nearLimit = 0.9;
const maxUsers = 20_000;

/**
 * One service's quota of bytes for each user. Measurements are kept for a moment and raised by what this process writes meanwhile,
 * so an autosave costs no query. Several processes may overshoot by what each of them writes within one second, and by the edits
 * of at most 4 KB that each of them writes within 30 s.
 * A refusal always rests on a fresh measurement and on billing's own word.
 */
export class ByteQuota {
  readonly #options: ByteQuotaOptions;
  readonly #known = new LRUCache<string, Known>({ max: maxUsers });
  readonly #measuring = new Map<string, { known: Promise<Known>; written: number }>();
  /** Writes under way, by user. */
  readonly #pending = new Map<string, Set<PendingWrite>>();
  readonly #now: () => number;

  constructor(options: ByteQuotaOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Bytes used and allowed, measured now. */
  async usage(userId: string): Promise<StorageUsage> {
    const { used, allowed, deleted } = await this.#measure(userId);
    return { used, allowed, deleted };
  }

  /** Runs a write that adds bytes; until it is done they count. Throws 403 with `used` and `allowed` when there is no room. */
  async reserve<T>(request: QuotaRequest, write: () => Promise<T>): Promise<T> {
    const { userId, share, bytes } = request;
    if (share === 'edit' && bytes <= 0) return await write();
    let known = this.#known.get(userId);
    if (!known || !this.#isFresh(known, share, bytes)) known = await this.#measure(userId);
    if (this.#findBound(known, request) !== 'none') {
      // A write that is committed and not yet answered would count twice: in the measurement and as pending.
      await Promise.allSettled([...(this.#pending.get(userId) ?? [])].map(({ done }) => done));
      known = await this.#measure(userId);
    }
    if (this.#findBound(known, request) !== 'none') known = await this.#askOwner(userId, known);
    const bound = this.#findBound(known, request);
    if (bound !== 'none') {
      const { code, refusal } = this.#options;
      throw new ProblemError(code, {
        message: bound === 'counted' ? refusal : tooMuchDeleted,
        used: known.used,
        allowed: known.allowed,
      });
    }
    return await this.#write(userId, bytes, write);
  }

  async #write<T>(userId: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const pending = this.#pending.get(userId) ?? new Set<PendingWrite>();
    this.#pending.set(userId, pending);
    const done = write();
    const own = { bytes, done };
    pending.add(own);
    try {
      const result = await done;
      this.#addWritten(userId, bytes);
      return result;
    } finally {
      pending.delete(own);
      if (pending.size === 0 && this.#pending.get(userId) === pending) this.#pending.delete(userId);
    }
  }

  /** A measurement that is under way may not have seen this write; counting it twice for a moment is the safer mistake. */
  #addWritten(userId: string, bytes: number): void {
    const known = this.#known.get(userId);
    if (known) known.used += bytes;
    const measuring = this.#measuring.get(userId);
    if (measuring) measuring.written += bytes;
  }

  /** Forgets a measurement after bytes have gone, so that the room is there at once. */
  forget(userId: string): void {
    this.#known.delete(userId);
  }

  /** Removes the row of an erased user. */
  readonly erase: EraseRows = (userId, most) => deleteSome(this.#rows, { _id: userId }, most);

  #isFresh({ used, allowed, measuredAt }: Known, share: QuotaShare, bytes: number): boolean {
    const limit = (allowed * quotaPercent[share]) / 100;
    const isRelaxed = share === 'edit' && bytes <= smallEdit && used < limit * nearLimit;
    return this.#now() - measuredAt < (isRelaxed ? relaxedMs : strictMs);
  }

  /** Requests that come together share one measurement. */
  async #measure(userId: string): Promise<Known> {
    const running = this.#measuring.get(userId);
    if (running) return await running.known;
    const known = this.#measureNow(userId);
    const own = { known, written: 0 };
    this.#measuring.set(userId, own);
    try {
      const measured = await known;
      measured.used += own.written;
      this.#known.set(userId, measured);
      return measured;
    } finally {
      this.#measuring.delete(userId);
    }
  }

  async #measureNow(userId: string): Promise<Known> {
    const measuredAt = this.#now();
    const [{ counted, deleted }, entitlement] = await Promise.all([
      this.#options.measure(userId),
      this.#options.entitlements.find(userId),
    ]);
    const allowed = await this.#allowed(entitlement, counted);
    return { used: counted, allowed, deleted, measuredAt };
  }

  #findBound(known: Known, request: QuotaRequest): ReturnType<typeof findBound> {
    const pending = [...(this.#pending.get(request.userId) ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
    return findBound({ ...known, used: known.used + pending }, request);
  }

  /** An event about a new plan may still be on its way. */
  async #askOwner(userId: string, known: Known): Promise<Known> {
    const entitlement = await this.#options.entitlements.askOwner(userId);
    if (!entitlement || !hasProQuota(entitlement)) return known;
    const asked = { ...known, allowed: await this.#allowed(entitlement, known.used) };
    this.#known.set(userId, asked);
    return asked;
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
 * For a migration: remembers the larger quota of everyone who has or had Pro, so that a downgrade keeps what they store even when
 * nothing was measured under Pro. Rows that are there stay. May run again.
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

/** Which bound refuses a write: none, that of what counts, or that with everything deleted. */
function findBound(
  { used, allowed, deleted }: StorageUsage,
  { share, bytes }: QuotaRequest,
): 'none' | 'counted' | 'withDeleted' {
  const limit = (allowed * quotaPercent[share]) / 100;
  const limitWithDeleted = (allowed * quotaPercent.withDeleted[share]) / 100;
  // Something is always added by what is created, so at exactly 100 % there is no room.
  const isWithin = share === 'create' ? used + Math.max(1, bytes) <= limit : used + bytes <= limit;
  if (!isWithin) return 'counted';
  return used + deleted + bytes <= limitWithDeleted ? 'none' : 'withDeleted';
}

const tooMuchDeleted =
  'What you have deleted is kept for 30 days and takes too much space by now. There is room again as soon as the oldest of it is gone. What you have written is safe.';

/** Throws 403 when the texts of one list would grow beyond what a list may answer at once; `used` and `bytes` in bytes. */
export function requireListRoom({
  code,
  used,
  bytes,
  refusal,
}: {
  code: ErrorCode;
  used: number;
  bytes: number;
  refusal: string;
}): void {
  if (bytes <= 0 || used + bytes <= limits.listBytes) return;
  throw new ProblemError(code, { message: refusal, used, allowed: limits.listBytes });
}

/**
 * Throws 403 when a list has more rows than it may. `used` counts the row that is being added, so the caller counts inside the
 * transaction that adds it, after taking the list's turn.
 */
export function requireCountRoom({
  code,
  used,
  allowed,
  refusal,
}: {
  code: ErrorCode;
  used: number;
  allowed: number;
  refusal: string;
}): void {
  if (used > allowed) throw new ProblemError(code, { message: refusal, used: allowed, allowed });
}
