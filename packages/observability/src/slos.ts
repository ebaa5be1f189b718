import { routes } from '@inkbear/contracts/routes';
import { type Matchers, observations, plus, type Query } from './promql.ts';

/** A service level objective, measured on the replies that authors receive. */
export interface Slo {
  readonly name: string;
  /** What it promises, in a sentence. */
  readonly promise: string;
  /** The share of good requests, for example 0.999. */
  readonly objective: number;
  /** Requests per second over a range, such as `5m`. */
  readonly total: (over: string) => Query;
  /** Those of them that keep the promise. */
  readonly good: (over: string) => Query;
}

/** The days over which the objectives are measured. */
export const sloDays = 30;

const saveRoutes = ['patchChapter', 'saveChapter', 'patchStory', 'saveStory'];
/** A request that the client ended, or that asks for something that is not there, does not break a promise. */
const served: Matchers = { 'http.response.status_code': '!5..' };
const atGateway: Matchers = { service: 'gateway' };

function requestSlo(
  facts: Pick<Slo, 'name' | 'promise' | 'objective'>,
  requests: Matchers,
  withinSeconds: number,
): Slo {
  const where = { ...atGateway, ...requests };
  return {
    ...facts,
    total: (over) => observations('http.server.request.duration', { where, over }),
    good: (over) =>
      observations('http.server.request.duration', { where: { ...where, ...served }, over, le: withinSeconds }),
  };
}

const readRoutes = routes
  .filter(({ method, rate, path }) => method === 'GET' && rate === 'read' && !path.startsWith('/internal'))
  .map(({ id }) => id);

export const slos: readonly Slo[] = [
  requestSlo(
    { name: 'saves', promise: 'A save is acknowledged within one second.', objective: 0.999 },
    { 'http.route': saveRoutes },
    1,
  ),
  requestSlo(
    { name: 'reads', promise: 'A read is answered within half a second.', objective: 0.995 },
    { 'http.route': readRoutes },
    0.5,
  ),
  {
    name: 'ai-first-token',
    promise: 'The first words of an AI request arrive within five seconds.',
    objective: 0.95,
    // A call that fails after its first words counts once as good and once as bad.
    total: (over) =>
      plus(
        observations('gen_ai.client.operation.time_to_first_chunk', { over }),
        observations('gen_ai.client.operation.duration', { where: { outcome: 'failed' }, over }),
      ),
    good: (over) => observations('gen_ai.client.operation.time_to_first_chunk', { over, le: 5 }),
  },
  {
    name: 'exports',
    promise: 'An export is ready within one minute.',
    objective: 0.99,
    total: (over) =>
      observations('inkbear.export.duration', { where: { outcome: ['finished', 'busy', 'failed'] }, over }),
    good: (over) => observations('inkbear.export.duration', { where: { outcome: 'finished' }, over, le: 60 }),
  },
];
