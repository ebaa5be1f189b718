import type { Route } from '@inkbear/contracts/route';

interface Entry {
  readonly route: Route;
  /** A fixed segment, or null for a parameter. */
  readonly segments: readonly (string | null)[];
}

/** Dot segments, which a proxy or file system might resolve; rejected as parameters. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

/** Finds the route of a request. The routes must be sorted with more specific paths first. */
export class RouteTable {
  readonly #byShape = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const segments = route.path.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
      const shape = `${route.method} ${segments.length}`;
      this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), { route, segments }]);
    }
  }

  /**
   * Null for an unknown path or method. HEAD uses the GET route. Paths are case-sensitive, and a trailing slash
   * matters.
   */
  find(method: string, pathname: string): Route | null {
    const requested = pathname.split('/');
    const candidates = this.#byShape.get(`${method === 'HEAD' ? 'GET' : method} ${requested.length}`) ?? [];
    return candidates.find(({ segments }) => matches(segments, requested))?.route ?? null;
  }
}

function matches(segments: readonly (string | null)[], requested: readonly string[]): boolean {
  for (let at = 0; at < segments.length; at += 1) {
    const wanted = segments[at];
    const found = requested[at] ?? '';
    if (wanted === null ? found === '' || isDots(found) : wanted !== found) return false;
  }
  return true;
}
