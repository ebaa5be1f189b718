import type { PasswordTask } from './password.worker.ts';
import { WorkerPool, workerFile } from './worker-pool.ts';

const maxQueue = 64;
/** One client address may be a whole office behind a router. */
const maxQueuePerOwner = 32;
/** Below the deadline of a sign-in (15 s), so that a busy server replies 503 and not 504. */
const maxWaitMs = 10_000;
/** bcrypt ignores everything after these bytes. */
const maxBytes = 72;

interface PasswordCheck {
  readonly password: string;
  /** The stored hash; null when no account was found. */
  readonly hash: string | null;
  /** The owner of the job for fair scheduling: see `jobOwnerOf`. */
  readonly owner: string;
}

/**
 * Whether bcrypt reads the whole password. It stops at a NUL and after 72 bytes of UTF-8, so a longer password would
 * match by its prefix.
 */
const fitsBcrypt = (password: string): boolean => !password.includes('\0') && Buffer.byteLength(password) <= maxBytes;

/** A bcrypt hash of no known password. Comparing with it takes as long as with any hash of the same cost. */
export const decoyOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

/**
 * Hashes and compares passwords in worker threads. At most 64 calls may wait, 32 of them from one client address;
 * beyond that, or after a wait of 10 s, it throws 503 with `Retry-After`. The package.json of a service with passwords
 * lists the worker in `inkbear.workers`, so that it is bundled.
 */
export class Passwords {
  readonly #pool: WorkerPool<PasswordTask, string | boolean>;
  readonly #cost: number;
  readonly #decoy: string;

  /** `cost` is bcrypt's work factor, at least 10. */
  constructor({ cost }: { cost: number }) {
    const file = workerFile(import.meta.url, 'password.worker');
    this.#pool = new WorkerPool({ name: 'passwords', file, maxQueue, maxQueuePerOwner, maxWaitMs });
    this.#cost = cost;
    this.#decoy = decoyOf(cost);
  }

  /** Throws for a password that bcrypt would truncate; the schema of a new password has already refused it with 400. */
  async hash(password: string, owner: string): Promise<string> {
    if (!fitsBcrypt(password)) throw new Error('bcrypt would truncate this password.');
    return String(await this.#pool.run({ kind: 'hash', password, cost: this.#cost }, { owner }));
  }

  /**
   * Without a hash it compares with a decoy, so that an unknown account takes as long as a wrong password (no timing
   * oracle). A password that bcrypt would truncate never matches, and takes as long too.
   */
  async matches({ password, hash, owner }: PasswordCheck): Promise<boolean> {
    const isWhole = fitsBcrypt(password);
    const comparedHash = hash !== null && isWhole ? hash : this.#decoy;
    const matched = await this.#pool.run({ kind: 'compare', password, hash: comparedHash }, { owner });
    return hash !== null && isWhole && matched === true;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
