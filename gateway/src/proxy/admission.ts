import type { Route } from '@inkbear/contracts/route';
import { rateLimitAddress } from '@inkbear/service-kit/client-address';
import { actorOf, type Identity } from '@inkbear/service-kit/identity';
import { requestContext } from '@inkbear/service-kit/request-context';
import type { Request } from 'express';
import { clientChain } from '../rate-limits/client-address.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { CallerResolver } from '../sessions/caller-resolver.ts';

export interface AdmissionOptions {
  readonly callers: CallerResolver;
  readonly limits: RateLimits;
  readonly trustedHops: number;
}

export interface Admitted {
  readonly identity: Identity;
  /** The user, or the address of a visitor: whose requests are counted. */
  readonly caller: string;
  /** Client address first, then the proxies in front of the gateway. */
  readonly chain: readonly string[];
}

/** Admission control: identify the caller → count the rate → check the access. */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Counts the request, then checks whether the caller may use the route. So refused requests are counted too.
   * @throws {ProblemError} 429 over the rate limit, 401, 404 or 503 when access is denied
   */
  async admit(route: Route, req: Request): Promise<Admitted> {
    const { callers, limits } = this.#options;
    const { identity, rejection } = callers.identify(route.access, req.headers);
    const scope = requestContext.getStore();
    if (scope) scope.actor = actorOf(identity);
    const chain = this.#chainOf(req);
    const caller = callerOf(identity, addressOf(chain));
    await limits.count(route.rate, caller);
    if (rejection) throw rejection;
    return { identity, caller, chain };
  }

  /** The address from which a request is counted, whoever sends it. */
  addressOf(req: Request): string {
    return addressOf(this.#chainOf(req));
  }

  #chainOf(req: Request): readonly string[] {
    return clientChain(req.socket.remoteAddress, req.get('x-forwarded-for'), this.#options.trustedHops);
  }
}

const addressOf = (chain: readonly string[]): string => rateLimitAddress(chain[0] ?? 'unknown');

const callerOf = (identity: Identity, address: string): string =>
  identity.role === 'visitor' ? address : actorOf(identity);
