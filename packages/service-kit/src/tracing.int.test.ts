import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { startTelemetry } from './telemetry.ts';
import { createNote, exampleService } from './testing/example-service.ts';
import { testUser, TestService } from './testing/test-service.ts';
import { eventually } from './testing/eventually.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  let service: TestService;
  beforeAll(async () => {
    await startTelemetry({
      service: 'books',
      env: { HOST: '127.0.0.1', TRACE_SAMPLING_RATIO: 0 },
      processors: [new SimpleSpanProcessor({ exporter })],
    });
    service = await TestService.start(exampleService);
  });
  afterAll(async () => await service.stop());

  it('connects caller, request, database, outbox and consumer in one trace without user text', async () => {
    await service.call(createNote, {
      as: testUser(),
      body: { text: 'a secret sentence of a manuscript' },
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
    await eventually(() => spans().some(({ name }) => name.startsWith('consume')));
    const names = spans().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST createNote',
        'insert notes',
        'insert outbox',
        'publish books.book.created.v1',
        'consume books.book.created.v1',
      ]),
    );
    expect(JSON.stringify(spans().map(({ name, attributes, status }) => ({ name, attributes, status })))).not.toContain(
      'secret sentence',
    );
  });
});
