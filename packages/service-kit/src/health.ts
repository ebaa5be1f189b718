import type { RequestHandler } from 'express';
import type { Connection } from 'mongoose';

const cacheMs = 1000;

/** `GET /healthz`: the process is alive. `GET /readyz`: its dependencies answer and it is not shutting down. */
export class Health {
  readonly #checks = new Map<string, () => Promise<boolean>>();
  #isShuttingDown = false;
  #lastCheck: { readonly at: number; readonly isUp: Promise<boolean> } | null = null;
  #failed: readonly string[] = [];
  readonly #onChange: (failed: readonly string[]) => void;

  /** `onChange` is called with the names of the failing checks whenever they change. */
  constructor(onChange: (failed: readonly string[]) => void = () => undefined) {
    this.#onChange = onChange;
  }

  add(name: string, check: () => Promise<boolean>): void {
    this.#checks.set(name, check);
  }

  /** Makes `readyz` fail from now on, so that no new requests are routed here. */
  markShuttingDown(): void {
    this.#isShuttingDown = true;
  }

  readonly handler: RequestHandler = (req, res, next) => {
    if (req.method !== 'GET') next();
    else if (req.path === '/healthz') res.json({ status: 'alive' });
    else if (req.path === '/readyz')
      void this.#readyNow().then((isReady) => res.status(isReady ? 200 : 503).json({ ready: isReady }), next);
    else next();
  };

  /** Results are cached for a second: the port is public, and each check queries the database. */
  #readyNow(): Promise<boolean> {
    if (!this.#lastCheck || Date.now() - this.#lastCheck.at >= cacheMs)
      this.#lastCheck = { at: Date.now(), isUp: this.#areUp() };
    return this.#lastCheck.isUp.then((isUp) => isUp && !this.#isShuttingDown);
  }

  /** The names of failed checks are logged but not returned: the gateway's port is public. */
  async #areUp(): Promise<boolean> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await withTimeout(check(), 1000)] as const),
    );
    const failed = results.filter(([, isUp]) => !isUp).map(([name]) => name);
    if (failed.join() !== this.#failed.join()) this.#onChange(failed);
    this.#failed = failed;
    return failed.length === 0;
  }
}

const withTimeout = (check: Promise<boolean>, ms: number): Promise<boolean> =>
  Promise.race([check.catch(() => false), new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())]);

export const mongoIsReady = (connection: Connection) => async (): Promise<boolean> =>
  (await connection.db?.command({ ping: 1 }))?.['ok'] === 1;
