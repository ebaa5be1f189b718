import type { RequestHandler } from 'express';
import type { Connection } from 'mongoose';

/** `GET /healthz`: the process lives. `GET /readyz`: what it needs answers, and it is not shutting down. */
export class Health {
  readonly #checks = new Map<string, () => Promise<boolean>>();
  #leaving = false;

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
    else if (req.path === '/readyz') void this.#answer().then((answer) => res.status(answer.ready ? 200 : 503).json(answer), next);
    else next();
  };

  async #answer(): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
    const results = await Promise.all([...this.#checks].map(async ([name, check]) => [name, await within(check(), 1000)] as const));
    const checks = Object.fromEntries(results);
    return { ready: !this.#leaving && results.every(([, ok]) => ok), checks };
  }
}

const within = (check: Promise<boolean>, ms: number): Promise<boolean> => Promise.race([check.catch(() => false), new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())]);

export const mongoIsReady = (connection: Connection) => async (): Promise<boolean> => (await connection.db?.command({ ping: 1 }))?.['ok'] === 1;

