import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { freePorts } from '../free-port.ts';
import { pinnedNode } from '../paths.ts';
import { fileOf } from './golden.ts';

it('the receiver of the overlay offline writes each body as one line, refuses others, and exits on SIGTERM', async () => {
  const [port, healthPort] = await freePorts(2);
  const receiver = spawn(pinnedNode, [fileOf('k8s/overlays/offline/trace-receiver.mjs')], {
    env: { OTLP_PORT: String(port), HEALTH_PORT: String(healthPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = Promise.all([text(receiver.stdout), text(receiver.stderr), once(receiver, 'exit')]);
  const isReady = () =>
    fetch(`http://127.0.0.1:${healthPort}`).then(
      ({ ok }) => ok,
      () => false,
    );
  const send = async (body: string) =>
    (await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', body })).status;
  try {
    await eventually(isReady);
    expect(await send('{\n  "resourceSpans": []\n}')).toBe(200);
    expect(await send('no JSON')).toBe(400);
  } finally {
    receiver.kill('SIGTERM');
  }
  const [out, errors, [code]] = await log;
  expect([out, errors, code]).toEqual([
    '{"resourceSpans":[]}\n',
    expect.stringMatching(/^A request was refused: .+\n$/),
    0,
  ]);
});
