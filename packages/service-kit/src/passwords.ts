import type { PasswordTask } from './password-work.ts';
import { WorkerPool } from './worker-pool.ts';

const maxQueue = 64;

/** Hashes and compares passwords in worker threads; beyond 64 waiting tries the answer is 503. */
export class Passwords {
  readonly #pool: WorkerPool<PasswordTask, string | boolean>;
  readonly #cost: number;
  #decoy: Promise<string> | null = null;

  /** `worker` is the service's own module that hands on `password-work`; `cost` is bcrypt's work factor, at least 10. */
  constructor(options: { worker: URL; cost: number }) {
    this.#pool = new WorkerPool({ file: options.worker, maxQueue });
    this.#cost = options.cost;
  }

  async hash(password: string): Promise<string> {
    return String(await this.#pool.run({ kind: 'hash', password, cost: this.#cost }));
  }

  /** Without a hash it compares with a decoy, so that an unknown account takes as long as a wrong password. */
  async matches(password: string, hash: string | null): Promise<boolean> {
    const compared = hash ?? (await this.#makeDecoy());
    const matched = await this.#pool.run({ kind: 'compare', password, hash: compared });
    return hash !== null && matched === true;
  }

  /** Made once; a try that the full queue refused is not kept, or unknown accounts would be refused for ever. */
  #makeDecoy(): Promise<string> {
    return (this.#decoy ??= this.hash('no account has this password').catch((error: unknown) => {
      this.#decoy = null;
      throw error;
    }));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
