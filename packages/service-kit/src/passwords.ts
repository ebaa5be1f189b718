import type { PasswordTask } from './password-work.ts';
import { WorkerPool } from './worker-pool.ts';

const maxQueue = 64;
/** One address may be a whole office behind one router. */
const maxQueuePerShare = 32;
/** bcrypt reads no more. */
const maxBytes = 72;

interface PasswordCheck {
  readonly password: string;
  /** The stored hash; null when no account was found. */
  readonly hash: string | null;
  /** Whose share of the worker threads this takes: see `clientShare`. */
  readonly share: string;
}

/** Whether bcrypt reads the whole password: it ends at a NUL and after 72 bytes of UTF-8, so others would match a part. */
const fitsBcrypt = (password: string): boolean => !password.includes('\0') && Buffer.byteLength(password) <= maxBytes;

/**
 * Hashes and compares passwords in worker threads. 64 calls may wait, 32 of them of one client address; beyond that the
 * answer is 503 with `Retry-After`.
 */
export class Passwords {
  readonly #pool: WorkerPool<PasswordTask, string | boolean>;
  readonly #cost: number;
  #decoy: Promise<string> | null = null;

  /** `worker` is the service's own module that hands on `password-work`; `cost` is bcrypt's work factor, at least 10. */
  constructor(options: { worker: URL; cost: number }) {
    this.#pool = new WorkerPool({ file: options.worker, maxQueue, maxQueuePerShare });
    this.#cost = options.cost;
  }

  /** Throws on a password that bcrypt would cut; the schema of a chosen password refuses it with 400 before. */
  async hash(password: string, share: string): Promise<string> {
    if (!fitsBcrypt(password)) throw new Error('bcrypt would cut this password.');
    return String(await this.#pool.run({ kind: 'hash', password, cost: this.#cost }, { share }));
  }

  /**
   * Without a hash it compares with a decoy, so that an unknown account takes as long as a wrong password. A password
   * that bcrypt would cut is wrong, and takes as long too.
   */
  async matches({ password, hash, share }: PasswordCheck): Promise<boolean> {
    const isWhole = fitsBcrypt(password);
    const compared = hash !== null && isWhole ? hash : await this.#makeDecoy(share);
    const matched = await this.#pool.run({ kind: 'compare', password, hash: compared }, { share });
    return hash !== null && isWhole && matched === true;
  }

  /** Made once; a try that the full queue refused is not kept, or unknown accounts would be refused for ever. */
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
