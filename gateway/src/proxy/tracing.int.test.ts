import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTelemetry } from '@inkbear/service-kit/telemetry';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

const clientTrace = '0af7651916cd43dd8448eb211c80319c';
const clientParent = 'b7ad6b7169203331';

/** The process has one sampler. `api.int.test.ts` has the requests of a process that records none. */
describe('the trace of a request, where every trace is recorded', () => {
  let environment: TestEnvironment;
  let gateway: string;
  beforeAll(async () => {
    await startTelemetry({ service: 'gateway', env: { HOST: '127.0.0.1', TRACE_SAMPLING_RATIO: 1 } });
    environment = await TestEnvironment.start();
    gateway = await environment.open();
  });
  afterAll(() => environment.stop());

  /** The `traceparent` that a service receives for one request of a client. */
  const forwardedTraceparent = async (headers: Record<string, string> = {}) => {
    await call(gateway, 'GET', '/api/reviews', { headers });
    return String(environment.services.reviews.last.headers['traceparent']);
  };

  it.each(['00', '01'])(
    'begins at the gateway and is recorded, whatever the client sends (flags %s)',
    async (flags) => {
      const received = await forwardedTraceparent({ traceparent: `00-${clientTrace}-${clientParent}-${flags}` });
      expect(received).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(received).not.toContain(clientTrace);
      expect(received).not.toContain(clientParent);
    },
  );

  it('differs from request to request, with the same header too', async () => {
    const headers = { traceparent: `00-${clientTrace}-${clientParent}-01` };
    const received = [
      await forwardedTraceparent(),
      await forwardedTraceparent(headers),
      await forwardedTraceparent(headers),
    ];
    expect(new Set(received.map((each) => each.split('-')[1])).size).toBe(3);
  });
});
