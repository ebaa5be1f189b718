import { ProblemError } from '@inkbear/service-kit/problem';
import type { Peers } from '@inkbear/service-kit/peers';
import type { Request } from 'express';
import type { Admission } from '../proxy/admission.ts';
import type { RouteTable } from '../proxy/route-table.ts';

export interface EarlyRepliesOptions {
  readonly table: RouteTable;
  readonly admission: Admission;
  readonly peers: Peers;
}

/** The page waits no longer than this for what it could ask itself, nor for more than this, counted in characters of JSON. */
const withinMs = 500;
const mostLength = 65_536;

/** Asks the services what a page would ask first, as who opens the page. */
export class EarlyReplies {
  readonly #options: EarlyRepliesOptions;

  constructor(options: EarlyRepliesOptions) {
    this.#options = options;
  }

  /** The replies by path. What is refused, late, broken or long is left out: the page then asks itself, and hears why. */
  async collect(req: Request, paths: readonly string[]): Promise<Record<string, unknown>> {
    const found = await Promise.all(paths.map(async (path) => {
      try {
        const reply = await this.#ask(req, path);
        return JSON.stringify(reply).length > mostLength ? null : [path, reply] as const;
      } catch (error) {
        if (error instanceof ProblemError) return null;
        throw error;
      }
    }));
    return Object.fromEntries(found.filter((each) => each !== null));
  }

  async #ask(req: Request, path: string): Promise<unknown> {
    const { table, admission, peers } = this.#options;
    const route = table.find('GET', path);
    if (!route) throw new ProblemError('request.not_found');
    const { identity } = await admission.admit(route, req);
    return await peers.call(route, { identity, timeoutMs: withinMs });
  }
}
