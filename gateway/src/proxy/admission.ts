import type { Route } from '@inkbear/contracts/route';
import { rateLimitAddress } from '@inkbear/service-kit/client-address';
import { actorOf, type Identity } from '@inkbear/service-kit/identity';
import { requestContext } from '@inkbear/service-kit/request-context';
import type { Request } from 'express';
import { clientChain } from '../rate-limits/client-address.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Callers } from '../sessions/callers.ts';

export interface AdmissionOptions {
  readonly callers: Callers;
  readonly limits: RateLimits;
  readonly trustedHops: number;
}

export interface Admitted {
  readonly identity: Identity;
  /** Client first, then the proxies in front of us. */
  readonly chain: readonly string[];
}

/** Who calls → how often → may they. */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Counts one try of the route; throws the problem of who may not. */
  async admit(route: Route, req: Request): Promise<Admitted> {
    const { callers, limits, trustedHops } = this.#options;
    const { identity, refusal } = callers.identify(route.access, req.headers);
    const scope = requestContext.getStore();
    if (scope) scope.actor = actorOf(identity);
    const chain = clientChain(req.socket.remoteAddress, req.get('x-forwarded-for'), trustedHops);
    await limits.take(route.rate, rateKey(identity, chain[0] ?? 'unknown'));
    if (refusal) throw refusal;
    return { identity, chain };
  }
}

const rateKey = (identity: Identity, address: string): string =>
  identity.role === 'visitor' ? rateLimitAddress(address) : actorOf(identity);
