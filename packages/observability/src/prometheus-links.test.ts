import { expect, it } from '@jest/globals';
import { dashboards } from './dashboards.ts';
import { prometheusLink } from './prometheus-links.ts';

it('links every query of each dashboard as a graph, without the variables of Grafana', () => {
  for (const dashboard of dashboards) {
    const { origin, pathname, searchParams } = new URL(prometheusLink('http://localhost:9090', dashboard));
    expect([origin, pathname]).toEqual(['http://localhost:9090', '/graph']);
    const queries = dashboard.rows.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines));
    expect(queries.length).toBeGreaterThan(0);
    const linked = queries.map((_query, index) => searchParams.get(`g${index}.expr`));
    expect(linked).toEqual(queries.map(({ query }) => query.expr.replaceAll('$__rate_interval', '5m')));
    expect(queries.map((_query, index) => searchParams.get(`g${index}.tab`))).toEqual(queries.map(() => '0'));
    expect(searchParams.has(`g${queries.length}.expr`)).toBe(false);
    expect(linked.join(' ')).not.toContain('$__');
  }
});
