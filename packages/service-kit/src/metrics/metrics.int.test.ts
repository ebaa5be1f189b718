import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { entitlementChanged } from '@inkbear/contracts/events';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import { freeEntitlement } from '@inkbear/contracts/plans';
import type { Request, Response } from 'express';
import { FairSlots } from '../fair-slots.ts';
import { sendProblem } from '../http-app.ts';
import { newId } from '../ids.ts';
import { ProblemError } from '../problem.ts';
import { startTelemetry } from '../telemetry.ts';
import { createNote, exampleService, streamNote } from '../testing/example-service.ts';
import { testEnvelope } from '../testing/test-events.ts';
import { type Labels, TestMetrics } from '../testing/test-metrics.ts';
import { testUser, TestService } from '../testing/test-service.ts';
import { otherValue } from './attribute-values.ts';
import { catalogue, type MetricName, prometheusName, runtimeMetrics } from './catalogue.ts';
import { metrics } from './metrics.ts';
import { eventually } from '../testing/eventually.ts';

const consumer = { messaging_consumer_group_name: 'books__billing-entitlement-changed-v1' };
const handled = 'messaging_process_duration_count';
/** What `CachedReading` caches is read again after this time. */
const maxAgeMs = 10_000;

describe('the metrics of a service', () => {
  let scrape: TestMetrics;
  let service: TestService;
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    service = await TestService.start(exampleService);
    // The stream of another service, which the consumer waits for.
    await service.platform.broker.client();
    await service.platform.broker.ensureStream('billing');
  });
  afterAll(async () => {
    await service.stop();
    await scrape.stop();
  });

  const reaches = (value: number, name: string, labels: Labels) =>
    eventually(async () => (await scrape.sum(name, labels)) === value);
  const publish = (data: object) =>
    service.platform.broker.publish(entitlementChanged.type, newId(), JSON.stringify(data), null);
  const listEvents = (as: 'nobody' | { role: 'service'; service: 'admin' }) =>
    service.call(outboxRoutes.books, { as, query: { after: '' } });
  const requests = (status: string): Labels => ({
    http_request_method: 'GET',
    http_route: 'booksOutbox',
    http_response_status_code: status,
  });

  it('count requests by route and status, and problems by code', async () => {
    expect((await listEvents({ role: 'service', service: 'admin' })).status).toBe(200);
    const refused = await listEvents('nobody');
    await reaches(1, 'http_server_request_duration_count', requests('200'));
    await reaches(1, 'http_server_request_duration_count', requests(String(refused.status)));
    expect(
      await scrape.find('inkbear_http_problems_total', {
        code: String(refused.body['code']),
        http_route: 'booksOutbox',
      }),
    ).toBe(1);
  });

  it('leave out the problems of clients that have disconnected', async () => {
    const res = { closed: true, headersSent: true, writableEnded: true, locals: { routeId: 'booksOutbox' } };
    sendProblem(service.platform.logger)(
      new ProblemError('request.malformed'),
      {} as Request,
      res as unknown as Response,
      () => undefined,
    );
    expect(await scrape.sum('inkbear_http_problems_total', { code: 'request.malformed' })).toBe(0);
  });

  it('replace a value that the catalogue does not list', async () => {
    await service.call(createNote, { as: testUser(), body: { text: 'hello' } });
    await reaches(1, 'http_server_request_duration_count', { http_route: otherValue, http_request_method: 'POST' });
    expect(await scrape.text()).not.toContain('createNote');
  });

  it('count published events, and events that were handled, delivered twice and stored as dead letters', async () => {
    const { userId } = testUser();
    const envelope = testEnvelope(entitlementChanged, userId, freeEntitlement(userId));
    await publish(envelope);
    await reaches(1, handled, { ...consumer, outcome: 'handled' });
    await publish(envelope);
    await reaches(1, handled, { ...consumer, outcome: 'duplicate' });
    await publish({ no: 'envelope' });
    await reaches(1, handled, { ...consumer, outcome: 'dead' });
    await reaches(1, 'inkbear_relay_published_total', { messaging_destination_name: 'books.book.created.v1' });
  });

  it('show dead letters, the lag of consumers, the outbox and the connections', async () => {
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now + maxAgeMs);
    await reaches(1, 'inkbear_dead_letters_open', consumer);
    expect(await scrape.find('inkbear_consumer_pending', consumer)).toBe(0);
    expect(await scrape.find('inkbear_consumer_ack_pending', consumer)).toBe(0);
    expect(await scrape.find('inkbear_outbox_waiting')).toBe(0);
    expect(await scrape.find('inkbear_outbox_oldest_age')).toBe(0);
    expect(await scrape.find('inkbear_dependency_up', { dependency: 'mongodb' })).toBe(1);
    expect(await scrape.find('inkbear_dependency_up', { dependency: 'nats' })).toBe(1);
    jest.restoreAllMocks();
  });

  it('show the events that wait in the outbox and the age of the oldest', async () => {
    const row = { _id: 'waiting', time: new Date(Date.now() - 60_000), publishedAt: null, type: 't', key: 'k', seq: 1 };
    await service.platform.relay.stop();
    await service.platform.connection.collection<{ _id: string }>('outbox').insertOne(row);
    expect(await service.platform.outbox.readBacklog()).toEqual({
      waiting: 1,
      oldestAgeSeconds: expect.closeTo(60, -1),
    });
    await service.platform.connection.collection<{ _id: string }>('outbox').deleteOne({ _id: 'waiting' });
    service.platform.relay.start();
  });

  it('leave out a gauge that cannot be read, without failing the scrape', async () => {
    expect(await scrape.find('inkbear_outbox_waiting')).toBe(0);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now + 3 * maxAgeMs);
    jest.spyOn(service.platform.outbox, 'readBacklog').mockRejectedValue(new Error('down'));
    expect(await scrape.find('inkbear_outbox_waiting')).toBeUndefined();
    expect(await scrape.find('inkbear_dead_letters_open', consumer)).toBe(1);
    jest.restoreAllMocks();
  });

  it('leave out a gauge that is no longer observed', async () => {
    const group = { 'messaging.consumer.group.name': 'auth__billing-entitlement-changed-v1' };
    const end = metrics.observe('inkbear.dead_letters.open', () => [{ value: 3, attributes: group }]);
    const other = { messaging_consumer_group_name: group['messaging.consumer.group.name'] };
    expect(await scrape.find('inkbear_dead_letters_open', other)).toBe(3);
    end();
    expect(await scrape.find('inkbear_dead_letters_open', other)).toBeUndefined();
  });

  it('count the jobs of a pool that run, wait and are refused', async () => {
    const pool = { pool: 'style' };
    const createFullError = () => new ProblemError('ai.too_busy');
    const slots = new FairSlots({ name: 'style', slots: 1, maxWaiting: 2, maxWaitingPerOwner: 1, createFullError });
    const jobs = async () => [
      await scrape.sum('inkbear_pool_running', pool),
      await scrape.sum('inkbear_pool_waiting', pool),
      await scrape.sum('inkbear_pool_refused_total', pool),
      await scrape.sum('inkbear_pool_wait_duration_count', pool),
    ];
    const release = await slots.acquire({ owner: 'a' });
    const second = slots.acquire({ owner: 'a' });
    const stop = new AbortController();
    const third = slots.acquire({ owner: 'b', signal: stop.signal });
    await expect(slots.acquire({ owner: 'a' })).rejects.toThrow();
    expect(await jobs()).toEqual([1, 2, 1, 1]);
    stop.abort(new Error('gone'));
    await expect(third).rejects.toThrow('gone');
    release();
    (await second)();
    expect(await jobs()).toEqual([0, 0, 1, 2]);
    await slots.acquire({ owner: 'a' });
    const rejected = slots.acquire({ owner: 'a' });
    slots.rejectWaiting(createFullError);
    await expect(rejected).rejects.toThrow();
    expect(await jobs()).toEqual([1, 0, 1, 3]);
  });

  it('count the refused jobs of a pool by the bound that refused them', async () => {
    const createFullError = () => new ProblemError('ai.too_busy');
    const queue = { maxWaiting: 2, maxWaitingPerOwner: 1, maxWaitMs: 300 };
    const slots = new FairSlots({ name: 'outlines', slots: 1, ...queue, createFullError });
    const release = await slots.acquire({ owner: 'a' });
    const waiting = [slots.acquire({ owner: 'a' })];
    await expect(slots.acquire({ owner: 'a' })).rejects.toThrow();
    waiting.push(slots.acquire({ owner: 'b' }));
    // The owner c has no job; the queue of all is full.
    await expect(slots.acquire({ owner: 'c' })).rejects.toThrow();
    await expect(Promise.all(waiting)).rejects.toThrow();
    await Promise.allSettled(waiting);
    release();
    const refused = async (pool: string) =>
      await Promise.all(
        ['share', 'total', 'wait'].map((bound) => scrape.sum('inkbear_pool_refused_total', { pool, bound })),
      );
    expect(await refused('outlines')).toEqual([1, 1, 2]);

    const noQueue = { maxWaiting: 0, maxWaitingPerOwner: 0 };
    const streams = new FairSlots({ name: 'streams', slots: 2, maxRunningPerOwner: 1, ...noQueue, createFullError });
    await streams.acquire({ owner: 'a' });
    await expect(streams.acquire({ owner: 'a' })).rejects.toThrow();
    expect(await refused('streams')).toEqual([1, 0, 0]);
    await streams.acquire({ owner: 'b' });
    await expect(streams.acquire({ owner: 'c' })).rejects.toThrow();
    expect(await refused('streams')).toEqual([1, 1, 0]);
  });

  it('count the event streams that are open', async () => {
    const stream = { http_route: otherValue };
    await service.call(streamNote, {
      as: testUser(),
      headers: { accept: 'text/event-stream' },
      body: { pieces: ['a', 'b'] },
    });
    await reaches(0, 'inkbear_http_event_streams', stream);
    expect(await scrape.find('inkbear_http_event_streams', stream)).toBe(0);
  });

  it('contain no metric outside the catalogue, and those of the runtime', async () => {
    const names = [...(await scrape.text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
    const listed = Object.keys({ ...catalogue, ...runtimeMetrics }).map((name) => prometheusName(name as MetricName));
    expect(names.filter((name) => ![...listed, 'target_info'].includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['v8js_memory_heap_used', 'inkbear_relay_failures_total']));
    // It needs five samples since the last scrape, 20 ms apart.
    await eventually(async () => (await scrape.find('nodejs_eventloop_delay_p99')) !== undefined);
  });

  it('fail the start of a process whose port is taken', async () => {
    const { hostname, port } = new URL(scrape.url);
    const env = { HOST: hostname, TRACE_SAMPLING_RATIO: 0, METRICS_PORT: Number(port) };
    await expect(startTelemetry({ service: 'test', env })).rejects.toThrow('EADDRINUSE');
  });
});
