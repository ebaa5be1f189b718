import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pinnedNode } from './paths.ts';
import { checkReadiness, type ProcessPlan } from './process-plan.ts';
import type { PlanContext } from './product-processes.ts';
import { sampleTexts } from './sample-texts.ts';
import { startInkbear, type RunningInkbear, type StartOptions } from './start.ts';

/** A fake gateway with the part of the public API that seeding needs; it checks the cookies. */
const gatewayScript = `
const fs = require('node:fs');
const http = require('node:http');
const users = new Map();
const plans = { '/api/create-subscription': 'pro_monthly', '/api/create-payment-intent': 'pro_oneoff' };
http.createServer(async (request, response) => {
  let text = ''; for await (const chunk of request) text += chunk;
  const body = text ? JSON.parse(text) : {};
  const reply = (status, value, headers) => { response.writeHead(status, { 'content-type': 'application/json', ...headers }); response.end(JSON.stringify(value)); };
  const user = users.get(/sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]);
  if (request.url === '/readyz') return reply(200, {});
  if (request.url === process.env.BROKEN_ROUTE) return reply(404, { message: 'Not Found' });
  if (request.method !== 'GET' && (!request.headers.origin || !request.headers['idempotency-key'])) return reply(403, {});
  if (request.url === '/api/auth/register') {
    if (users.has(encodeURIComponent(body.email))) return reply(409, {});
    users.set(encodeURIComponent(body.email), { ...body, plan: 'free', books: [], entries: [] });
    return reply(201, {}, { 'set-cookie': 'sid=' + encodeURIComponent(body.email) + '; HttpOnly; Path=/' });
  }
  if (!user) return reply(401, {});
  if (plans[request.url]) return reply(200, { clientSecret: plans[request.url] });
  if (request.url === '/api/billing/sandbox/confirm') { setTimeout(() => { user.plan = body.clientSecret; }, 300); return reply(200, { status: 'succeeded' }); }
  if (request.url === '/api/user/plan-status') return reply(200, { plan: user.plan });
  if (request.url === '/api/books') { if (request.method === 'POST') user.books.push({ ...body, id: 'b1' }); return reply(request.method === 'POST' ? 201 : 200, user.books); }
  if (request.url === '/api/books/b1/chapters') return reply(200, [1, 2, 3].map((chapterNumber) => ({ id: 'c' + chapterNumber, chapterNumber, wordCount: chapterNumber === 2 ? 9 : 0 })));
  if (request.url === '/api/books/b1/bible/entries') { if (request.method === 'POST') user.entries.push(body); return reply(request.method === 'POST' ? 201 : 200, user.entries); }
  if (request.url === '/api/books/b1/checks') return reply(200, { done: 1, of: 1, open: 1 });
  if (request.method === 'PUT' && request.url.startsWith('/api/chapters/')) { fs.appendFileSync(process.env.SAVES, JSON.stringify([body.content.slice(0, 9), request.url, user.email]) + '\\n'); return reply(200, {}); }
  reply(404, {});
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

let folder: string;
let reported: string[] = [];
let running: RunningInkbear | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-start-'));
  await writeFile(path.join(folder, 'gateway.cjs'), gatewayScript);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const plan = ({ data, gatewayPort }: PlanContext): ProcessPlan[] => [
  {
    name: 'gateway',
    command: pinnedNode,
    args: [path.join(folder, 'gateway.cjs')],
    cwd: folder,
    env: { PORT: String(gatewayPort), SAVES: data.file('saves.txt') },
    url: `http://127.0.0.1:${gatewayPort}`,
    metricsUrl: `http://127.0.0.1:${gatewayPort}/metrics`,
    logFile: data.file('logs/gateway.log'),
    stopRank: 0,
    whyNotReady: () => checkReadiness(`http://127.0.0.1:${gatewayPort}/readyz`),
  },
];
const start = async (name: string, more: StartOptions = {}): Promise<RunningInkbear> => {
  reported = [];
  running = await startInkbear({
    dataDir: path.join(folder, name),
    build: false,
    plan,
    report: (line) => reported.push(line),
    machineEnv: { ...process.env, PORT: '18080' },
    ...more,
  });
  return running;
};

describe('startInkbear', () => {
  it('seeds three demo accounts at the first start only, and stores them in a file readable by its owner only', async () => {
    const { demo, stop } = await start('seeded');
    expect(demo.accounts.map(({ email, plan: name }) => [email, name])).toEqual([
      ['free@inkbear.demo', 'free'],
      ['monthly@inkbear.demo', 'pro_monthly'],
      ['oneoff@inkbear.demo', 'pro_oneoff'],
    ]);
    const file = path.join(folder, 'seeded/demo.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(demo);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The fake chapter 2 has words already.
    const saves = (await readFile(path.join(folder, 'seeded/saves.txt'), 'utf8')).trim().split('\n');
    expect(saves.map((line) => JSON.parse(line) as string[]).sort((a, b) => a.join().localeCompare(b.join()))).toEqual(
      [sampleTexts[1], sampleTexts[3]].flatMap((text, at) =>
        demo.accounts.map(({ email }) => [text?.slice(0, 9), `/api/chapters/c${at * 2 + 1}`, email]).sort(),
      ),
    );
    await stop();
    const again = await start('seeded');
    expect(reported.join('\n')).not.toMatch(/demo accounts/);
    expect(again.demo.accounts).toEqual(demo.accounts);
    await again.stop();
    const reset = await start('seeded', { reset: true });
    expect(reset.demo.accounts[0]?.password).not.toBe(demo.accounts[0]?.password);
  });

  it.each([
    '/api/auth/register',
    '/api/create-subscription',
    '/api/books',
    '/api/books/b1/bible/entries',
    '/api/books/b1/checks',
  ])('fails with a message that names the route when %s does not exist', async (route) => {
    await expect(
      start(`broken${route.replaceAll('/', '-')}`, { env: { gateway: { BROKEN_ROUTE: route } } }),
    ).rejects.toThrow(new RegExp(`demo could not be created: \\w+ ${route} answered 404`));
  });

  it('reports a taken port and uses the next free one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { url } = await start('port', { port });
    expect(url).not.toBe(`http://localhost:${port}`);
    expect(reported.join('\n')).toMatch(`Port ${port} is taken by another program; Inkbear uses`);
    other.close();
  });

  it('returns the addresses from which Prometheus reads the metrics', async () => {
    const { metricsUrls, processes } = await start('metrics');
    expect(metricsUrls).toEqual({ gateway: `${processes['gateway']?.url}/metrics` });
  });

  it('starts the tools of --observe that are installed, and reports those that are missing', async () => {
    const script = `#!${pinnedNode}
      const port = process.argv.find((arg) => arg.startsWith('--web.listen-address=')).split(':').at(-1);
      require('node:http').createServer((_request, response) => response.end('ready')).listen(Number(port), '127.0.0.1');`;
    await writeFile(path.join(folder, 'prometheus'), script, { mode: 0o755 });
    const { tools, processes, dataDir } = await start('observe', { observe: true, machineEnv: { PATH: folder } });
    expect(tools).toEqual([{ name: 'Metrics', url: `${processes['prometheus']?.url}/` }]);
    expect(await readFile(path.join(dataDir, 'prometheus.yml'), 'utf8')).toContain('"service": "gateway"');
    expect(reported).toContainEqual(expect.stringMatching(/^There is no trace viewer: java is not on PATH/));
  });

  it('rejects a second start on the same folder', async () => {
    const first = await start('twice');
    await expect(startInkbear({ dataDir: first.dataDir, build: false, plan, quiet: true })).rejects.toThrow(
      /Another Inkbear/,
    );
    expect(first.processes['gateway']?.pid).toBeDefined();
  });
});
