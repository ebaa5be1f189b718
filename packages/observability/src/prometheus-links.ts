import type { Dashboard } from './panels.ts';

/** Grafana's variable for the range of a rate; Prometheus's own page has none. */
const grafanaRange = '$__rate_interval';
const rateRange = '5m';
const shownRange = '1h';

/**
 * The address of Prometheus's own page with the queries of a dashboard as graphs, for a machine without Grafana.
 * @param prometheusUrl for example `http://localhost:9090`
 */
export function prometheusLink(prometheusUrl: string, { rows }: Dashboard): string {
  const queries = rows.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines.map(({ query }) => query.expr)));
  const url = new URL('/graph', prometheusUrl);
  for (const [index, expr] of queries.entries()) {
    url.searchParams.set(`g${index}.expr`, expr.replaceAll(grafanaRange, rateRange));
    url.searchParams.set(`g${index}.tab`, '0'); // the graph, not the table
    url.searchParams.set(`g${index}.range_input`, shownRange);
  }
  return url.href;
}
