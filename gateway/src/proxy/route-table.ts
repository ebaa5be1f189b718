import type { Route } from '@inkbear/contracts/route';

interface Entry {
  readonly route: Route;
  /** A fixed segment, or null for a parameter. */
  readonly segments: readonly (string | null)[];
}

/** Whether a segment is a dot segment. A proxy or file system might resolve it, so it is rejected as a parameter. */
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
   * Returns null for an unknown path or method. HEAD uses the GET route. Paths are case-sensitive, and a trailing slash
   * makes a different path.
   */
  find(method: string, pathname: string): Route | null {
    const requested = pathname.split('/');
    const candidates = this.#byShape.get(`${method === 'HEAD' ? 'GET' : method} ${requested.length}`) ?? [];
    return candidates.find(({ segments }) => matches(segments, requested))?.route ?? null;
  }
}

function matches(segments: readonly (string | null)[], requested: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const value = requested[index] ?? '';
    return segment === null ? value !== '' && !isDots(value) : segment === value;
  });
}
