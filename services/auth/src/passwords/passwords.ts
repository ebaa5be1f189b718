import { WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { PasswordTask } from './hash.worker.ts';

const maxQueue = 64;

/** Hashes and compares passwords in worker threads; beyond 64 waiting tries the answer is 503. */
export class Passwords {
  readonly #pool = new WorkerPool<PasswordTask, string | boolean>({ file: workerFile(import.meta.url, 'passwords/hash.worker'), maxQueue });
  readonly #cost: number;
  #decoy: Promise<string> | null = null;

  constructor(cost: number) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    return String(await this.#pool.run({ kind: 'hash', password, cost: this.#cost }));
  }

  /** Without a hash it compares with a decoy, so that an unknown account takes as long as a wrong password. */
  async matches(password: string, hash: string | null): Promise<boolean> {
    this.#decoy ??= this.hash('no account has this password');
    const matched = await this.#pool.run({ kind: 'compare', password, hash: hash ?? (await this.#decoy) });
    return hash !== null && matched === true;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
