import type { RequestHandler } from 'express';
import type { Connection } from 'mongoose';

const sharedMs = 1000;

/** `GET /healthz`: the process lives. `GET /readyz`: what it needs answers, and it is not shutting down. */
export class Health {
  readonly #checks = new Map<string, () => Promise<boolean>>();
  #leaving = false;
  #look: { readonly at: number; readonly isUp: Promise<boolean> } | null = null;
  #failed: readonly string[] = [];
  readonly #onChange: (failed: readonly string[]) => void;

  /** `onChange` hears which checks fail now whenever that changes. */
  constructor(onChange: (failed: readonly string[]) => void = () => undefined) {
    this.#onChange = onChange;
  }

  add(name: string, check: () => Promise<boolean>): void {
    this.#checks.set(name, check);
  }

  /** From now on `readyz` says no, so that nobody sends new work. */
  leave(): void {
    this.#leaving = true;
  }

  readonly handler: RequestHandler = (req, res, next) => {
    if (req.method !== 'GET') next();
    else if (req.path === '/healthz') res.json({ status: 'alive' });
    else if (req.path === '/readyz')
      void this.#readyNow().then((isReady) => res.status(isReady ? 200 : 503).json({ ready: isReady }), next);
    else next();
  };

  /** Requests within a second share one look: the port is public, and each look asks the database. */
  #readyNow(): Promise<boolean> {
    if (!this.#look || Date.now() - this.#look.at >= sharedMs) this.#look = { at: Date.now(), isUp: this.#areUp() };
    return this.#look.isUp.then((isUp) => isUp && !this.#leaving);
  }

  /** Which check failed is in the log and in no answer: the gateway's port is public. */
  async #areUp(): Promise<boolean> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await within(check(), 1000)] as const),
    );
    const failed = results.filter(([, isUp]) => !isUp).map(([name]) => name);
    if (failed.join() !== this.#failed.join()) this.#onChange(failed);
    this.#failed = failed;
    return failed.length === 0;
  }
}

const within = (check: Promise<boolean>, ms: number): Promise<boolean> =>
  Promise.race([check.catch(() => false), new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())]);

export const mongoIsReady = (connection: Connection) => async (): Promise<boolean> =>
  (await connection.db?.command({ ping: 1 }))?.['ok'] === 1;
