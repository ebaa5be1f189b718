import { describe, expect, it } from '@jest/globals';
import { toZipkinSpans } from './zipkin-spans.ts';

const span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'PUT saveChapter',
  kind: 2,
  startTimeUnixNano: '1790000000123456789',
  endTimeUnixNano: '1790000000125456789',
};
const translate = (more: object) =>
  toZipkinSpans({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'inkbear-books' } }] },
        scopeSpans: [{ spans: [{ ...span, ...more }] }],
      },
    ],
  })[0];

describe('toZipkinSpans', () => {
  it('keeps ids, names and attributes, and times to the microsecond', () => {
    const attributes = [
      { key: 'http.route', value: { stringValue: 'saveChapter' } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
    ];
    expect(translate({ parentSpanId: '00f067aa0ba902b7', attributes })).toEqual({
      traceId: span.traceId,
      id: span.spanId,
      parentId: '00f067aa0ba902b7',
      name: 'PUT saveChapter',
      kind: 'SERVER',
      timestamp: 1_790_000_000_123_456,
      duration: 2000,
      localEndpoint: { serviceName: 'inkbear-books' },
      tags: { 'http.route': 'saveChapter', 'http.response.status_code': '200' },
    });
  });

  it('adds the tag `error` to a failed span, and no kind to an internal span', () => {
    expect(translate({ kind: 1, status: { code: 2, message: 'MongoError' } })).toMatchObject({
      tags: { error: 'MongoError' },
    });
    expect(translate({ kind: 1, status: { code: 1 } })).not.toHaveProperty('kind');
    expect(translate({ status: { code: 1 } })).toMatchObject({ tags: {} });
  });

  it('never returns a duration of 0, which Zipkin rejects', () => {
    expect(translate({ endTimeUnixNano: span.startTimeUnixNano })).toMatchObject({ duration: 1 });
  });
});
