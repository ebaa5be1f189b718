import type { Route } from '@inkbear/contracts/route';

interface Entry {
  readonly route: Route;
  /** A fixed segment, or null for a parameter. */
  readonly segments: readonly (string | null)[];
}

/** A parameter that a proxy or a file system might take for a step up is no parameter. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

/** Finds the route of a request; the list comes with the more specific path first. */
export class RouteTable {
  readonly #byShape = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const segments = route.path.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
      const shape = `${route.method} ${segments.length}`;
      this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), { route, segments }]);
    }
  }

  /** Null for an unknown path or method; HEAD is answered by GET. Case counts, a trailing slash is another path. */
  find(method: string, pathname: string): Route | null {
    const asked = pathname.split('/');
    const candidates = this.#byShape.get(`${method === 'HEAD' ? 'GET' : method} ${asked.length}`) ?? [];
    return candidates.find(({ segments }) => fits(segments, asked))?.route ?? null;
  }
}

function fits(segments: readonly (string | null)[], asked: readonly string[]): boolean {
  for (let at = 0; at < segments.length; at += 1) {
    const wanted = segments[at];
    const found = asked[at] ?? '';
    if (wanted === null ? found === '' || isDots(found) : wanted !== found) return false;
  }
  return true;
}
