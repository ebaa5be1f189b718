import type { RequestHandler } from 'express';

const cacheMs = 1000;
const checkTimeoutMs = 1000;

interface Check {
  readonly isUp: () => Promise<boolean>;
  isRequired: boolean;
}

/** The reply of `GET /readyz` on the port of the metrics, which is not public. */
export interface Readiness {
  readonly ready: boolean;
  /** Whether each dependency answers, by name. One that is not required may be false although the process is ready. */
  readonly checks: Readonly<Record<string, boolean>>;
}

/** `GET /healthz`: the process is alive. `GET /readyz`: its dependencies answer and it is not shutting down. */
export class Health {
  readonly #checks = new Map<string, Check>();
  #isShuttingDown = false;
  #lastCheck: { readonly at: number; readonly results: Promise<Readiness['checks']> } | null = null;
  #failed: readonly string[] = [];
  readonly #onChange: (failed: readonly string[]) => void;

  /** `onChange` is called with the names of the required checks that fail whenever they change. */
  constructor(onChange: (failed: readonly string[]) => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** Adds a check without which the process is not ready. */
  add(name: string, isUp: () => Promise<boolean>): void {
    this.#checks.set(name, { isUp, isRequired: true });
  }

  /**
   * Adds a check that must succeed once before the process is ready; later failures are only shown. For a dependency that
   * fails for all replicas at the same time: if none were ready, clients would not even get an error reply.
   */
  addUntilUp(name: string, isUp: () => Promise<boolean>): void {
    const check: Check = {
      isRequired: true,
      isUp: async () => {
        const isUpNow = await isUp();
        if (isUpNow) check.isRequired = false;
        return isUpNow;
      },
    };
    this.#checks.set(name, check);
  }

  /** Adds a check that is only shown: the process works without this dependency. */
  addOptional(name: string, isUp: () => Promise<boolean>): void {
    this.#checks.set(name, { isUp, isRequired: false });
  }

  /** Makes `readyz` fail from now on, so that no new requests are routed here. */
  markShuttingDown(): void {
    this.#isShuttingDown = true;
  }

  /** Results are cached for a second, because each check queries a dependency and the port of `handler` is public. */
  async read(): Promise<Readiness> {
    if (!this.#lastCheck || Date.now() - this.#lastCheck.at >= cacheMs)
      this.#lastCheck = { at: Date.now(), results: this.#runChecks() };
    const checks = await this.#lastCheck.results;
    return { ready: !this.#isShuttingDown && this.#failedOf(checks).length === 0, checks };
  }

  /** The public reply does not name the checks. */
  readonly handler: RequestHandler = (req, res, next) => {
    if (req.method !== 'GET') next();
    else if (req.path === '/healthz') res.json({ status: 'alive' });
    else if (req.path === '/readyz')
      void this.read().then(({ ready }) => res.status(ready ? 200 : 503).json({ ready }), next);
    else next();
  };

  async #runChecks(): Promise<Readiness['checks']> {
    const checks = Object.fromEntries(
      await Promise.all(
        [...this.#checks].map(async ([name, { isUp }]) => [name, await withTimeout(isUp(), checkTimeoutMs)] as const),
      ),
    );
    const failed = this.#failedOf(checks);
    if (failed.join() !== this.#failed.join()) this.#onChange(failed);
    this.#failed = failed;
    return checks;
  }

  #failedOf(checks: Readiness['checks']): string[] {
    return [...this.#checks].filter(([name, { isRequired }]) => isRequired && !checks[name]).map(([name]) => name);
  }
}

const withTimeout = (check: Promise<boolean>, ms: number): Promise<boolean> =>
  Promise.race([check.catch(() => false), new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())]);
