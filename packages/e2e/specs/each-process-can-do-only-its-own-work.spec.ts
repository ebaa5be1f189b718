import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildPath, type Route } from '@inkbear/contracts/route';
import { routes } from '@inkbear/contracts/routes';
import { type ProcessName, processNames } from '@inkbear/contracts/services';
import { ensureCredentials } from '@inkbear/local/credentials';
import { DataFolder } from '@inkbear/local/data-folder';
import { identityHeader, signIdentity } from '@inkbear/service-kit/identity';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { Author } from '../src/author.ts';
import { warningsSince } from '../src/house-log.ts';
import { Visit } from '../src/visit.ts';

const internalRoutes = routes.filter(({ path: address }) => address.startsWith('/internal/'));
const answerMs = 500;

describe('each process', () => {
  const visit = Visit.ownHouse({ seed: false });
  const urlOf = (name: string): string => visit.house.processes[name]?.url ?? '';

  /** Calls a route as a process would, with its own signature; a route that takes a body gets `{}`. */
  async function ask(route: Route, process: ProcessName): Promise<{ status: number; code: unknown }> {
    const signer = loadSigningKey(path.join(visit.house.dataDir, `keys/${process}.json`));
    const url = new URL(buildPath(route, { id: 'an-id' }), urlOf(route.owner));
    const response = await fetch(url, {
      method: route.method,
      headers: {
        [identityHeader]: signIdentity(signer, route.owner, { role: 'service', service: process }),
        ...(route.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(route.body ? { body: '{}' } : {}),
    });
    return { status: response.status, code: ((await response.json()) as { code?: unknown }).code };
  }

  it.each(internalRoutes.map((route) => [route.id, route] as const))(
    'is refused by %s unless the route names it',
    async (_id, route) => {
      for (const process of processNames) {
        const { status, code } = await ask(route, process);
        const isRefused = status === 403 && code === 'auth.role_required';
        expect([process, status, isRefused]).toEqual([process, status, !route.callers?.includes(process)]);
      }
    },
    30_000,
  );

  /** Sends bytes to the broker as anybody with its address can, and reads what it answers. */
  function sendToBroker(options: object, subject: string, payload: string): Promise<string> {
    const [host = '', port] = urlOf('nats').split(':');
    return new Promise((resolve, reject) => {
      let said = '';
      const socket = connect(Number(port), host);
      socket
        .on('error', reject)
        .on('data', (chunk) => (said += chunk.toString()))
        .on('close', () => resolve(said));
      const hello = `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, ...options })}\r\n`;
      socket.write(`${hello}PUB ${subject} ${Buffer.byteLength(payload)}\r\n${payload}\r\nPING\r\n`);
      setTimeout(() => socket.destroy(), answerMs);
    });
  }

  it('cannot forge an entitlement, nor can anybody without credentials', async () => {
    const author = await Author.register(visit.house.url);
    const userId = String((await author.call('GET', '/api/user')).body['id']);
    const data = { userId, plan: 'pro_monthly', isActive: true, source: 'paid', planEndDate: null, exportUntil: null };
    const forged = {
      id: 'forged',
      type: 'billing.entitlement.changed.v1',
      time: new Date().toISOString(),
      key: userId,
      seq: 1000,
      actor: 'billing',
      traceparent: null,
      data,
    };
    const { nats } = ensureCredentials(DataFolder.open(visit.house.dataDir));
    const attackers = processNames
      .filter((name) => name !== 'billing')
      .map((name) => ({ user: name, pass: nats[name] }));
    for (const options of [{}, { user: 'billing', pass: 'billing' }, ...attackers]) {
      expect(await sendToBroker(options, forged.type, JSON.stringify(forged))).toMatch(
        /-ERR '(Authorization|Permissions) Violation/,
      );
    }
    expect((await author.call('GET', '/api/user/plan-status')).body['plan']).toBe('free');
  }, 60_000);

  it('works without a permission that it lacks', async () => {
    const warnings = await warningsSince(visit.house.dataDir, 0);
    expect(warnings.join('\n')).not.toMatch(
      /nats_error|nats_subscribe_failed|nats_consumer_failed|Unauthorized|not authorized/,
    );
  });
});
