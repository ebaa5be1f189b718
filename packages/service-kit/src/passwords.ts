import type { PasswordTask } from './password-work.ts';
import { WorkerPool } from './worker-pool.ts';

const maxQueue = 64;
/** One client address may be a whole office behind a router. */
const maxQueuePerShare = 32;
/** bcrypt ignores everything after these bytes. */
const maxBytes = 72;

interface PasswordCheck {
  readonly password: string;
  /** The stored hash; null when no account was found. */
  readonly hash: string | null;
  /** Share for fair scheduling of the worker threads: see `clientShare`. */
  readonly share: string;
}

/**
 * Whether bcrypt reads the whole password. It stops at a NUL and after 72 bytes of UTF-8, so a longer password would
 * match by its prefix.
 */
const fitsBcrypt = (password: string): boolean => !password.includes('\0') && Buffer.byteLength(password) <= maxBytes;

/**
 * Hashes and compares passwords in worker threads. At most 64 calls may wait, 32 of them from one client address;
 * beyond that it throws 503 with `Retry-After`.
 */
export class Passwords {
  readonly #pool: WorkerPool<PasswordTask, string | boolean>;
  readonly #cost: number;
  #decoy: Promise<string> | null = null;

  /** `worker` is the service's module that re-exports `password-work`; `cost` is bcrypt's work factor, at least 10. */
  constructor(options: { worker: URL; cost: number }) {
    this.#pool = new WorkerPool({ name: 'passwords', file: options.worker, maxQueue, maxQueuePerShare });
    this.#cost = options.cost;
  }

  /** Throws for a password that bcrypt would truncate; the schema of a new password has already refused it with 400. */
  async hash(password: string, share: string): Promise<string> {
    if (!fitsBcrypt(password)) throw new Error('bcrypt would truncate this password.');
    return String(await this.#pool.run({ kind: 'hash', password, cost: this.#cost }, { share }));
  }

  /**
   * Without a hash it compares with a decoy, so that an unknown account takes as long as a wrong password (no timing
   * oracle). A password that bcrypt would truncate never matches, and takes as long too.
   */
  async matches({ password, hash, share }: PasswordCheck): Promise<boolean> {
    const isWhole = fitsBcrypt(password);
    const comparedHash = hash !== null && isWhole ? hash : await this.#makeDecoy(share);
    const matched = await this.#pool.run({ kind: 'compare', password, hash: comparedHash }, { share });
    return hash !== null && isWhole && matched === true;
  }

  /** Cached, but not when the full queue rejected it: otherwise unknown accounts would fail for ever. */
  #makeDecoy(share: string): Promise<string> {
    return (this.#decoy ??= this.hash('no account has this password', share).catch((error: unknown) => {
      this.#decoy = null;
      throw error;
    }));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
