import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePorts, isPortFree, nextFreePort } from './free-port.ts';

const servers: Server[] = [];
const listenOn = async (host: string, port = 0): Promise<number> => {
  const server = createServer().listen(port, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('free ports', () => {
  it('returns distinct ports that are free', async () => {
    const ports = await freePorts(12);
    expect(new Set(ports).size).toBe(12);
    for (const port of ports) await listenOn('127.0.0.1', port);
  });

  it('never returns the same port twice, even when the random numbers repeat', async () => {
    const draws = [0.5, 0.5, 0.5, 0.6];
    const ports = await freePorts(2, {}, () => draws.shift() ?? Math.random());
    expect(new Set(ports).size).toBe(2);
  });

  it('chooses from the range of PORT_RANGE', async () => {
    const ports = await freePorts(3, { PORT_RANGE: '28001-28003' });
    expect(ports.toSorted()).toEqual([28_001, 28_002, 28_003]);
  });

  it.each(['28003-28001', '28001', 'any', '0-10', '60000-70000'])('refuses the range %s', async (range) => {
    await expect(freePorts(1, { PORT_RANGE: range })).rejects.toThrow(`PORT_RANGE is ${range}`);
  });

  it('skips a taken port', async () => {
    const taken = await listenOn('127.0.0.1');
    expect(await isPortFree(taken)).toBe(false);
    expect(await nextFreePort(taken)).toBeGreaterThan(taken);
  });

  it('detects a server that listens on all addresses', async () => {
    expect(await isPortFree(await listenOn('0.0.0.0'))).toBe(false);
  });
});
