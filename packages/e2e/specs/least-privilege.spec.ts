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
import { warningsSince } from '../src/service-warnings.ts';
import { TestApp } from '../src/test-app.ts';

const internalRoutes = routes.filter(({ path: address }) => address.startsWith('/internal/'));
const replyWaitMs = 30_000;

describe('least privilege', () => {
  const app = TestApp.own({ seed: false });
  const urlOf = (name: string): string => app.stack.processes[name]?.url ?? '';

  /** Calls a route with a process's own signature; a route that takes a body gets `{}`. */
  async function callRoute(route: Route, process: ProcessName): Promise<{ status: number; code: unknown }> {
    const signer = loadSigningKey(path.join(app.stack.dataDir, `keys/${process}.json`));
    const url = new URL(buildPath(route, { id: 'an-id', index: 0 }), urlOf(route.owner));
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
    '%s refuses every process that its contract does not name',
    async (_id, route) => {
      for (const process of processNames) {
        const { status, code } = await callRoute(route, process);
        const isRefused = status === 403 && code === 'auth.role_required';
        expect([process, status, isRefused]).toEqual([process, status, !route.callers?.includes(process)]);
      }
    },
  );

  /** Publishes a message over a plain TCP connection to the broker and returns the broker's output. */
  function sendToBroker(options: object, subject: string, payload: string): Promise<string> {
    const [host = '', port] = urlOf('nats').split(':');
    return new Promise((resolve, reject) => {
      let output = '';
      const socket = connect(Number(port), host);
      socket
        .on('error', reject)
        .on('data', (chunk) => {
          output += chunk.toString();
          // The broker answers the PING after it has handled the message. It disconnects clients without credentials.
          if (output.includes('PONG')) socket.destroy();
        })
        .on('close', () => resolve(output));
      const connectMessage = `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, ...options })}\r\n`;
      socket.write(`${connectMessage}PUB ${subject} ${Buffer.byteLength(payload)}\r\n${payload}\r\nPING\r\n`);
      setTimeout(() => socket.destroy(), replyWaitMs).unref();
    });
  }

  it('a process cannot publish events of another process, and a client without credentials cannot publish at all', async () => {
    const author = await Author.register(app.stack.url);
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
    const { nats } = ensureCredentials(DataFolder.open(app.stack.dataDir));
    const attackers = processNames
      .filter((name) => name !== 'billing')
      .map((name) => ({ user: name, pass: nats[name] }));
    for (const options of [{}, { user: 'billing', pass: 'billing' }, ...attackers]) {
      expect(await sendToBroker(options, forged.type, JSON.stringify(forged))).toMatch(
        /-ERR '(Authorization|Permissions) Violation/,
      );
    }
    expect((await author.call('GET', '/api/user/plan-status')).body['plan']).toBe('free');
  });

  it('no process logs a permission error', async () => {
    const warnings = await warningsSince(app.stack.dataDir, 0);
    expect(warnings.join('\n')).not.toMatch(
      /nats_error|nats_subscribe_failed|nats_consumer_failed|Unauthorized|not authorized/,
    );
  });
});
