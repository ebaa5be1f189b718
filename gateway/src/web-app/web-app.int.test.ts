import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import { ProblemError } from '@inkbear/service-kit/problem';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { FakeService } from '../testing/fake-service.ts';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

const template = [
  '<!doctype html><script>theme()</script><meta property="csp-nonce" nonce="{{nonce}}">',
  '<script type="application/json" id="inkbear-remotes">{{remotes}}</script>',
  '<script type="application/json" id="inkbear-manifests">{{manifests}}</script>{{pagePreloads}}',
].join('');
const script = `console.log(${JSON.stringify('a'.repeat(5000))});`;

describe('the web app', () => {
  let environment: TestEnvironment;
  let gateway: string;
  let folder: string;
  let marketingServer: FakeService;
  const assets = (name: string, entry: string) =>
    writeFile(
      path.join(folder, name, 'assets.json'),
      JSON.stringify({ entry: `/mfe/${name}/${entry}`, css: [], preload: [] }),
    );
  const page = (accept = 'text/html', target = '/dashboard?x=1') =>
    call(gateway, 'GET', target, { headers: { accept } });
  const remotesOf = (html: string) =>
    JSON.parse(/id="inkbear-remotes">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null') as Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-dist-'));
    for (const name of ['shell', 'author', 'admin'])
      await mkdir(path.join(folder, name, 'assets'), { recursive: true });
    await writeFile(path.join(folder, 'secret.12345678.js'), 'secret');
    await writeFile(path.join(folder, 'shell/index.html'), template);
    await writeFile(path.join(folder, 'shell/main.0123abcd.js'), script);
    await writeFile(path.join(folder, 'shell/assets/inter.0123abcd.woff2'), 'font');
    await writeFile(
      path.join(folder, 'shell/pages.json'),
      JSON.stringify({
        remote: 'marketing',
        pages: { '/features': '<html{{session}}>prerendered, {{styles}}', '/': '{{publicUrl}}/' },
        skeletons: {
          '/dashboard': {
            html: [
              '<html{{session}}>skeleton of the dashboard{{skeletonScript}}{{pagePreloads}}',
              '<script type="application/json">{{replies}}</script>',
            ].join(''),
            reads: ['/api/books', '/api/nothing'],
          },
          '/trash': { html: '{{skeletonScript}}skeleton of the trash', reads: [] },
        },
        manifests: { author: { pages: [{ path: '/old' }] }, admin: { pages: [{ path: '/admin' }] } },
      }),
    );
    await writeFile(
      path.join(folder, 'shell/assets.json'),
      JSON.stringify({ entry: '/mfe/shell/main.0123abcd.js', css: [], preload: [] }),
    );
    await writeFile(path.join(folder, 'author/remoteEntry.11111111.js'), '1');
    await writeFile(
      path.join(folder, 'author/assets.json'),
      JSON.stringify({
        entry: '/mfe/author/remoteEntry.11111111.js',
        css: [],
        preload: ['/mfe/author/e.js'],
        pages: {
          book: ['/mfe/author/1.js', '/mfe/author/1.css'],
          'book-press': ['/mfe/author/3.js'],
          referrals: ['/mfe/author/2.js'],
          trash: [],
          unlisted: [],
        },
        skeletonScript: '/mfe/author/fill-skeleton.js',
        manifest: {
          pages: ['/dashboard', '/book/:id', '/book/:id/press', '/referrals', '/trash'].map((each) => ({ path: each })),
        },
      }),
    );
    await writeFile(path.join(folder, 'admin/assets.json'), '{"entry": 1');
    marketingServer = await FakeService.start('marketing');
    marketingServer.replyWith((req, res) => {
      if (req.url === '/mfe/marketing/assets.json')
        res.end(
          JSON.stringify({
            entry: '/mfe/marketing/remoteEntry.22222222.js',
            css: ['/mfe/marketing/a.css'],
            preload: [],
          }),
        );
      else if (req.url === '/mfe/marketing/remoteEntry.22222222.js')
        res.writeHead(200, { 'cache-control': 'no-cache' }).end('marketing');
      else res.writeHead(404, { 'cache-control': 'public, max-age=60' }).end();
    });
    environment = await TestEnvironment.start();
    const folderOf = (name: string) => path.join(folder, name);
    gateway = await environment.open(
      {
        SHELL_ASSETS: folderOf('shell'),
        AUTHOR_ASSETS: folderOf('author'),
        ADMIN_ASSETS: folderOf('admin'),
        MARKETING_ASSETS: `${marketingServer.url}/mfe/marketing`,
      },
      { embedTimeoutMs: 2000 },
    );
  });
  afterAll(async () => {
    await environment.stop();
    await marketingServer.stop();
    await rm(folder, { recursive: true });
  });

  it('serves the same page for every URL, with a new nonce in page and CSP', async () => {
    const [one, two] = [await page(), await page()];
    const nonce = /nonce="([^"]+)"/.exec(one.text)?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    expect(two.text).not.toContain(nonce);
    expect(one.headers['content-security-policy']).toBe(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update('theme()').digest('base64')}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
    );
    expect(one.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(one.headers['permissions-policy']).toContain('camera=()');
    expect(one.headers['strict-transport-security']).toBeUndefined();
  });

  it('adds preload links to the page of a signed-in user only', async () => {
    const linksOf = async (target: string, headers: Record<string, string>) =>
      [
        ...(await call(gateway, 'GET', target, { headers: { accept: 'text/html', ...headers } })).text.matchAll(
          /as="(\w+)"[^>]*href="([^"]*)"/g,
        ),
      ].map(([, as, href]) => `${as} ${href}`);
    const session = { cookie: 'inkbear_session=x' };
    expect(await linksOf('/book/7', session)).toEqual([
      'script /mfe/author/remoteEntry.11111111.js',
      'script /mfe/author/e.js',
      'script /mfe/author/1.js',
      'style /mfe/author/1.css',
    ]);
    expect(await linksOf('/referrals', session)).toEqual([
      'script /mfe/author/remoteEntry.11111111.js',
      'script /mfe/author/e.js',
      'script /mfe/author/2.js',
    ]);
    expect((await linksOf('/book/7/press', session)).at(-1)).toBe('script /mfe/author/3.js');
    for (const address of ['/book', '/book/7/press/more', '/unlisted', '/nowhere'])
      expect(await linksOf(address, session)).toEqual([]);
    expect(await linksOf('/constructor', session)).toEqual([]);
    expect(await linksOf('/book/7', {})).toEqual([]);
  });

  it('runs the skeleton script before the shell', async () => {
    expect(
      (await call(gateway, 'GET', '/trash', { headers: { accept: 'text/html', ...environment.session() } })).text,
    ).toBe('<script defer src="/mfe/author/fill-skeleton.js"></script>skeleton of the trash');
  });

  it('lists complete remotes and omits a broken one', async () => {
    expect(remotesOf((await page()).text)).toEqual({
      author: '/mfe/author/remoteEntry.11111111.js',
      marketing: '/mfe/marketing/remoteEntry.22222222.js',
    });
  });

  it('sends the manifest of each remote, for a broken remote the one that the shell was built with', async () => {
    const manifests: unknown = JSON.parse(
      /id="inkbear-manifests">([^<]*)<\/script>/.exec((await page()).text)?.[1] ?? '',
    );
    expect(manifests).toEqual({
      author: { pages: expect.arrayContaining([{ path: '/dashboard' }]) },
      admin: { pages: [{ path: '/admin' }] },
    });
  });

  it('detects a new build of a frontend, and a removed folder', async () => {
    await writeFile(path.join(folder, 'author/remoteEntry.33333333.js'), '3');
    await assets('author', 'remoteEntry.33333333.js');
    await eventually(async () => remotesOf((await page()).text)['author'] === '/mfe/author/remoteEntry.33333333.js');
    expect((await call(gateway, 'GET', '/mfe/author/remoteEntry.33333333.js')).text).toBe('3');
    await rm(path.join(folder, 'author'), { recursive: true });
    await eventually(async () => remotesOf((await page()).text)['author'] === undefined);
    expect((await page()).status).toBe(200);
  });

  it('serves hashed files compressed and immutable', async () => {
    const answer = await call(gateway, 'GET', '/mfe/shell/main.0123abcd.js?r=1');
    expect([answer.status, answer.text]).toEqual([200, script]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const small = await fetch(`${gateway}/mfe/shell/main.0123abcd.js`, {
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect([small.headers.get('content-encoding'), await small.text()]).toEqual(['br', script]);
    expect(Number(small.headers.get('content-length'))).toBeLessThan(200);
    expect(
      (await call(gateway, 'GET', '/mfe/shell/main.0123abcd.js', { headers: { 'accept-encoding': 'br;q=0, gzip' } }))
        .headers['content-encoding'],
    ).toBe('gzip');
    expect((await call(gateway, 'GET', '/mfe/shell/assets/inter.0123abcd.woff2')).headers['content-type']).toBe(
      'font/woff2',
    );
    expect((await call(gateway, 'HEAD', '/mfe/shell/main.0123abcd.js')).text).toBe('');
  });

  it.each([
    '/mfe/shell/main.ffffffff.js',
    '/mfe/nobody/main.0123abcd.js',
    '/mfe/shell/',
    '/mfe/shell/index.html',
    '/mfe/shell/../secret.12345678.js',
    '/mfe/shell/..%2fsecret.12345678.js',
    '/mfe/shell//../secret.12345678.js',
    '/mfe/marketing/gone.12345678.js',
  ])('replies 404 with no-store to %s', async (target) => {
    const answer = await call(gateway, 'GET', target, { headers: { accept: '*/*' } });
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(answer.text).not.toContain('secret"');
  });

  it('serves a remote frontend, and rejects path traversal', async () => {
    const answer = await call(gateway, 'GET', '/mfe/marketing/remoteEntry.22222222.js', {
      headers: environment.session(),
    });
    expect([answer.text, answer.headers['cache-control']]).toEqual([
      'marketing',
      'public, max-age=31536000, immutable',
    ]);
    expect(marketingServer.last.headers.cookie).toBeUndefined();
    for (const target of ['/mfe/marketing/../../api', '/mfe/marketing/%2e%2e/x', '/mfe/marketing//evil.example/x']) {
      const before = marketingServer.received.length;
      expect((await call(gateway, 'GET', target)).status).toBe(404);
      expect(marketingServer.received.length).toBe(before);
    }
  });

  it('serves a prerendered page as long as its remote is available', async () => {
    const prerendered = await page('text/html', '/features?from=mail');
    expect(prerendered.text).toBe('<html>prerendered, <link rel="stylesheet" href="/mfe/marketing/a.css">');
    expect(prerendered.headers['content-security-policy']).toContain("'nonce-");
    expect(
      (await call(gateway, 'GET', '/features', { headers: { accept: 'text/html', ...environment.session() } })).text,
    ).toContain('<html data-session>');
    expect((await page('text/html', '/')).text).toBe('http://localhost:8080/');
    expect((await page('text/html', '/features/more')).text).toContain('inkbear-remotes');
    expect((await call(gateway, 'GET', '/mfe/shell/pages.json')).status).toBe(404);
  });

  it('serves the skeleton of a page with a session, and the default page without one', async () => {
    const openWithSession = (target: string) =>
      call(gateway, 'GET', target, { headers: { accept: 'text/html', ...environment.session() } });
    expect((await openWithSession('/dashboard?billing=plan')).text).toBe(
      '<html data-session>skeleton of the dashboard<script type="application/json">{}</script>',
    );
    expect((await page()).text).not.toContain('skeleton of');
    expect((await openWithSession('/dashboard/more')).text).not.toContain('skeleton of');
    expect((await openWithSession('/constructor')).text).toContain('inkbear-remotes');
  });

  describe('embedded replies', () => {
    const book: Book = {
      id: '01a20230-d08d-7100-b421-ac0646b454f1',
      title: '</script><b>',
      genre: 'fantasy',
      subgenre: '',
      targetAudience: '',
      status: 'active',
      authorName: '',
      penName: '',
      publishingHouse: '',
      outline: '',
      synopsis: '',
      introduction: '',
      dedication: '',
      totalChapters: 1,
      completedChapters: 0,
      wordCount: 70_000,
      writtenWords: 0,
      exported: false,
      language: 'en',
      readbackEnabled: true,
      titleGenerationCount: 0,
      outlineGenerationCount: 0,
      aiSuspended: false,
      canEdit: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    const repliesOf = (html: string) => JSON.parse(/json">(.*)<\/script>/.exec(html)?.[1] ?? 'null') as unknown;
    const openDashboard = (headers: Record<string, string> = environment.session(), method = 'GET') =>
      call(gateway, method, '/dashboard', { headers: { accept: 'text/html', ...headers } });
    const sendJson = (res: ServerResponse, status: number, body: unknown) => {
      const text = JSON.stringify(body);
      res
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
        })
        .end(text);
    };
    const replyWith = (status: number, body: unknown) =>
      environment.services.books.replyWith((_req, res) => sendJson(res, status, body));
    afterEach(() => environment.services.books.replyWith(null));

    it('are embedded with the caller’s identity, and escaped', async () => {
      const userId = randomUUID();
      replyWith(200, [book]);
      const { text } = await openDashboard(environment.session(userId));
      expect(repliesOf(text)).toEqual({ '/api/books': [book] });
      expect(text).not.toContain('<b>');
      expect(environment.identityAt('books')).toMatchObject({ role: 'user', userId });
    });

    it.each([
      ['refused', 403, new ProblemError('plan.read_only').toProblem('r')],
      ['failing', 500, {}],
      ['too long', 200, [{ ...book, outline: 'a'.repeat(300_000) }]],
    ])('are omitted when the reply is %s', async (_case, status, body) => {
      replyWith(status, body);
      expect(repliesOf((await openDashboard()).text)).toEqual({});
    });

    it.each<[string, (res: ServerResponse) => unknown]>([
      ['late', () => undefined],
      ['malformed', (res) => res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1 }).end('[')],
      [
        'incomplete',
        (res) =>
          res.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('[') &&
          setTimeout(() => res.destroy(), 20),
      ],
      [
        'without a length',
        (res) =>
          res.writeHead(200, { 'content-type': 'application/json' }).write('[') && setTimeout(() => res.end(']'), 20),
      ],
      ['not JSON', (res) => res.end('[]')],
      ['missing', (res) => res.destroy()],
    ])('are omitted when the reply is %s, and the page is complete', async (_case, answer) => {
      environment.services.books.replyWith((_req, res) => void answer(res));
      expect((await openDashboard()).text).toMatch(/<script type="application\/json">\{\}<\/script>$/);
    });

    it('are not fetched for a revoked session, nor for HEAD', async () => {
      const before = environment.services.books.received.length;
      expect(repliesOf((await openDashboard({ cookie: 'inkbear_session=x' })).text)).toEqual({});
      expect((await openDashboard(environment.session(), 'HEAD')).status).toBe(200);
      expect(environment.services.books.received.length).toBe(before);
    });

    it('count towards the caller’s rate limit, which does not block the page', async () => {
      const session = environment.session();
      replyWith(200, [book]);
      const { points } = rateClasses.read;
      for (let tries = 0; tries < points; tries += 1) await call(gateway, 'GET', '/api/books', { headers: session });
      const before = environment.services.books.received.length;
      const answer = await openDashboard(session);
      expect([answer.status, repliesOf(answer.text), environment.services.books.received.length]).toEqual([
        200,
        {},
        before,
      ]);
    });

    it.each(['br', 'gzip', 'identity'])('do not delay the page itself (%s)', async (encoding) => {
      let release: (() => void) | undefined;
      environment.services.books.replyWith((_req, res) => (release = () => sendJson(res, 200, [])));
      const { body } = await fetch(`${gateway}/dashboard`, {
        headers: { accept: 'text/html', 'accept-encoding': encoding, ...environment.session() },
      });
      const pieces: string[] = [];
      for await (const piece of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
        if (pieces.push(piece) > 1) continue;
        await eventually(() => release !== undefined);
        release?.();
      }
      expect(pieces[0]).toMatch(/^<html data-session>skeleton of the dashboard<script type="application\/json">$/);
      expect(repliesOf(pieces.join(''))).toEqual({ '/api/books': [] });
    });
  });

  it('serves robots.txt and the sitemap, and no page to clients that do not accept HTML', async () => {
    expect((await page('*/*', '/robots.txt')).text).toContain(
      'Disallow: /api/\nAllow: /\n\nSitemap: http://localhost:8080/sitemap.xml\n',
    );
    expect((await page('*/*', '/sitemap.xml')).text.match(/<loc>.*<\/loc>/g)).toEqual([
      '<loc>http://localhost:8080/features</loc>',
      '<loc>http://localhost:8080/</loc>',
    ]);
    expect((await page('image/*', '/favicon.ico')).status).toBe(404);
    expect((await page('image/png', '/some.png')).status).toBe(404);
  });

  it('serves a readable error page when the shell is unavailable', async () => {
    await rm(path.join(folder, 'shell/assets.json'));
    await eventually(async () => (await page()).status === 503);
    const answer = await page();
    expect([answer.headers['retry-after'], answer.headers['content-type']]).toEqual(['5', 'text/html; charset=utf-8']);
    expect(answer.text).toContain('Inkbear is unavailable at the moment');
    await assets('shell', 'main.0123abcd.js');
    await eventually(async () => (await page()).status === 200);
  });
});
