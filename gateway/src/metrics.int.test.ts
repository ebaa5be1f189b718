import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestMetrics } from '@inkbear/service-kit/testing/test-metrics';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from './testing/test-gateway.ts';

describe('the metrics of the gateway', () => {
  let scrape: TestMetrics;
  let environment: TestEnvironment;
  let gateway: string;
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    environment = await TestEnvironment.start();
    gateway = await environment.open();
  });
  afterAll(async () => {
    await environment.stop();
    await scrape.stop();
  });

  it('count requests by the route of the contract, and pages', async () => {
    await call(gateway, 'GET', '/api/reviews');
    await call(gateway, 'GET', '/my/dashboard', { headers: { accept: 'text/html' } });
    await eventually(
      async () => (await scrape.sum('http_server_request_duration_count', { http_route: 'listReviews' })) === 1,
    );
    await eventually(
      async () => (await scrape.sum('http_server_request_duration_count', { http_route: 'page' })) === 1,
    );
  });

  it('count the problems that the gateway replies with, but not those that it forwards', async () => {
    environment.services.reviews.replyWith((_req, res) => {
      res.writeHead(409, { 'content-type': 'application/problem+json' }).end('{"code":"reviews.already_sent"}');
    });
    expect((await call(gateway, 'GET', '/api/reviews')).code).toBe('reviews.already_sent');
    environment.services.reviews.replyWith(null);
    expect((await call(gateway, 'GET', '/api/unknown')).status).toBe(404);
    const problems = (code: string) => scrape.sum('inkbear_http_problems_total', { code });
    expect(await problems('request.not_found')).toBe(1);
    expect(await problems('reviews.already_sent')).toBe(0);
  });

  it('show the state of both connections', async () => {
    await eventually(async () => (await scrape.find('inkbear_dependency_up', { dependency: 'nats' })) === 1);
    await eventually(async () => (await scrape.find('inkbear_dependency_up', { dependency: 'mongodb' })) === 1);
    const checks = { revocations: true, mongodb: true, nats: true };
    expect(
      await eventually(
        () => environment.readReadiness(),
        (readiness) => readiness?.checks['nats'] === true,
      ),
    ).toEqual({
      ready: true,
      checks,
    });
  });

  it('work without the broker, as readiness does', async () => {
    await environment.open({ NATS_URL: 'nats://127.0.0.1:1' });
    const readiness = await eventually(
      () => environment.readReadiness(),
      (current) => current?.checks['mongodb'] === true,
    );
    expect(readiness).toEqual({ ready: true, checks: { revocations: true, mongodb: true, nats: false } });
  });

  it('are not served on the public port', async () => {
    const json = await call(gateway, 'GET', '/metrics', { headers: { accept: 'application/json' } });
    expect(json.status).toBe(404);
    const page = await call(gateway, 'GET', '/metrics', { headers: { accept: 'text/html' } });
    expect(page.text).not.toContain('http_server_request_duration');
  });
});
