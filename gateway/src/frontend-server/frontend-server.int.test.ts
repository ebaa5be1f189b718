import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Gateway } from '../gateway.ts';
import { call, TestEnvironment } from '../testing/test-gateway.ts';
import { readEnv } from './env.ts';
import { createFrontendServer } from './frontend-server.ts';

const script = `console.log(${JSON.stringify('a'.repeat(5000))});`;
const template = '<!doctype html><script type="application/json" id="inkbear-remotes">{{remotes}}</script>';

describe('createFrontendServer', () => {
  let environment: TestEnvironment;
  let gateway: string;
  let folder: string;
  let server: Gateway;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-dist-'));
    await writeFile(path.join(folder, 'index.html'), template);
    await writeFile(path.join(folder, 'main.0123abcd.js'), script);
    server = createFrontendServer(
      readEnv({ PORT: '0', FRONTEND: 'shell', FRONTEND_FOLDER: folder }),
      createLogger('test', 'silent'),
    );
    address = await server.start();
    environment = await TestEnvironment.start();
    gateway = await environment.open({ SHELL_ASSETS: address });
  });
  afterAll(async () => {
    await server.stop();
    await environment.stop();
    await rm(folder, { recursive: true });
  });

  it('is not ready before its build is complete', async () => {
    expect((await call(address, 'GET', '/readyz')).status).toBe(503);
    expect((await call(address, 'GET', '/assets.json')).status).toBe(404);
    await writeFile(
      path.join(folder, 'assets.json'),
      JSON.stringify({ entry: '/mfe/shell/main.0123abcd.js', css: [], preload: [] }),
    );
    await eventually(async () => (await call(address, 'GET', '/readyz')).status === 200);
  });

  it('serves the page and files to a gateway, compressed and immutable', async () => {
    await eventually(
      async () => (await call(gateway, 'GET', '/', { headers: { accept: 'text/html' } })).status === 200,
    );
    const file = await call(gateway, 'GET', '/mfe/shell/main.0123abcd.js', { headers: { 'accept-encoding': 'br' } });
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('serves nothing else', async () => {
    const missing = await call(gateway, 'GET', '/mfe/shell/main.99999999.js');
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await call(address, 'GET', '/../package.json')).status).toBe(404);
    expect((await call(address, 'POST', '/assets.json')).status).toBe(404);
  });

  it('rejects an unknown frontend', () => {
    expect(() => readEnv({ PORT: '8080', FRONTEND: 'other', FRONTEND_FOLDER: folder })).toThrow(/FRONTEND/);
  });
});
