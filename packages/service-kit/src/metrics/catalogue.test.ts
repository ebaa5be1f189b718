import { describe, expect, it } from '@jest/globals';
import { aiKinds, consumerNames, eventTypes, otherValue, routeNames } from './attribute-values.ts';
import { catalogue, type MetricDefinition, type MetricName, prometheusName, runtimeMetrics } from './catalogue.ts';
import { metrics } from './metrics.ts';

const definitions = Object.entries<MetricDefinition>(catalogue);

describe('the catalogue of metrics', () => {
  it.each(definitions)('describes %s in a sentence, with a UCUM unit', (_name, { description, unit }) => {
    expect(description).toMatch(/^[A-Z].+\.$/);
    expect(unit).toMatch(/^(?:s|1|By|\{[A-Za-z]+\})$/);
  });

  it.each(definitions)('lists every value of every attribute of %s', (_name, { attributes }) => {
    for (const values of Object.values(attributes)) {
      expect(values.length).toBeGreaterThan(1);
      expect(new Set(values).size).toBe(values.length);
      expect(values).not.toContain(otherValue);
    }
  });

  it.each(definitions)('has ascending buckets for %s exactly when it is a histogram', (_name, { kind, buckets }) => {
    expect(buckets !== undefined).toBe(kind === 'histogram');
    expect(buckets ?? []).toEqual((buckets ?? []).toSorted((a, b) => a - b));
  });

  it('uses the names of OpenTelemetry or the prefix inkbear', () => {
    const names = definitions.map(([name]) => name);
    expect(names.filter((name) => !/^(?:http\.server|messaging|gen_ai\.client|inkbear)\.[a-z_.]+$/.test(name))).toEqual(
      [],
    );
  });

  it('has distinct names in Prometheus', () => {
    const names = Object.entries({ ...catalogue, ...runtimeMetrics }).flatMap(([name, { kind }]) => {
      const translated = prometheusName(name as MetricName);
      return kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${translated}_${part}`) : [translated];
    });
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('knows every route, consumer and event of the contracts', () => {
    expect(routeNames).toEqual(expect.arrayContaining(['patchChapter', 'booksOutbox', 'page', 'none']));
    expect(consumerNames).toContain('books__auth-user-removed-v1');
    expect(eventTypes).toContain('auth.user.removed.v1');
    expect(aiKinds).toContain('story-length');
  });

  it('does not compile a wrong name, attribute or value', () => {
    // @ts-expect-error -- not a metric
    metrics.count('inkbear.unknown', {});
    // @ts-expect-error -- a gauge is observed, not counted
    metrics.count('inkbear.outbox.waiting', {});
    // @ts-expect-error -- a missing attribute
    metrics.count('inkbear.pool.refused', {});
    // @ts-expect-error -- one of two attributes is missing
    metrics.count('inkbear.pool.refused', { pool: 'exports' });
    // @ts-expect-error -- not a pool
    metrics.count('inkbear.pool.refused', { pool: 'unknown', bound: 'total' });
    // @ts-expect-error -- not an attribute of this metric
    metrics.count('inkbear.pool.refused', { pool: 'exports', bound: 'total', userId: 'u1' });
    metrics.count('inkbear.pool.refused', { pool: 'exports', bound: 'total' });
  });
});
