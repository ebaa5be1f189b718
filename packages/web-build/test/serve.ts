// Serves the built frontends with the gateway's CSP and a small fake API, so that pages can be viewed without any
// service.
// `PORT=8090 USER_STATE=in|out node packages/web-build/test/serve.ts`
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { listFrontends } from '../src/frontends.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
const frontends = listFrontends();
const dist = (name: string) =>
  path.join(frontends.find((frontend) => frontend.name === name)?.folder ?? '/nowhere', 'dist');
const user = {
  id: 'u1',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Marsh',
  profileImageUrl: null,
  plan: 'free',
  isActive: false,
  referralCode: 'ADA1',
  referrals: [],
  referralCredits: 0,
  isAdmin: false,
  createdAt: new Date().toISOString(),
  stats: { streakDays: 3, wordsToday: 420, wordsThisWeek: 2100 },
};
let isSignedIn = process.env['USER_STATE'] === 'in';

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const problem = (response: ServerResponse, status: number, code: string, message: string) =>
  json(response, status, { type: 'about:blank', title: code, status, code, detail: message, requestId: 'r', message });

function api(method: string, pathname: string, body: Record<string, string>, response: ServerResponse) {
  switch (`${method} ${pathname}`) {
    case 'GET /api/user':
      return isSignedIn
        ? json(response, 200, user)
        : problem(response, 401, 'auth.signed_out', 'You are logged out. Logging in again...');
    case 'GET /api/site-logo':
      return json(response, 200, { url: null, isActive: false });
    case 'GET /api/public-stats':
      return json(response, 200, { authors: 4 });
    case 'GET /api/reviews':
      return json(response, 200, []);
    case 'GET /api/books':
      return json(response, 200, []);
    case 'POST /api/auth/login':
      if (body['password'] !== 'correct horse')
        return problem(response, 401, 'auth.bad_credentials', 'Invalid email or password');
      isSignedIn = true;
      return json(response, 200, user);
    case 'POST /api/auth/register':
      isSignedIn = true;
      return json(response, 201, user);
    case 'POST /api/auth/logout':
      isSignedIn = false;
      return json(response, 200, { message: 'Logged out' });
    case 'POST /api/admin/login':
      return body['password'] === 'bear'
        ? json(response, 200, { token: 't', expiresAt: new Date().toISOString() })
        : problem(response, 401, 'admin.bad_password', 'Invalid admin password');
    default:
      return problem(response, 404, 'request.not_found', 'Not Found');
  }
}

/** What this server needs of `assets.json`. */
interface Assets {
  readonly entry: string;
  readonly manifest: unknown;
}

function page(response: ServerResponse) {
  const nonce = randomBytes(16).toString('base64');
  const assets = frontends
    .filter(({ role }) => role === 'remote')
    .map(
      ({ name }) => [name, JSON.parse(readFileSync(path.join(dist(name), 'assets.json'), 'utf8')) as Assets] as const,
    );
  const byRemote = (field: keyof Assets) =>
    JSON.stringify(Object.fromEntries(assets.map(([name, values]) => [name, values[field]])));
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
  });
  response.end(
    readFileSync(path.join(dist('shell'), 'index.html'), 'utf8')
      .replaceAll('{{nonce}}', nonce)
      .replace('{{session}}', isSignedIn ? 'data-session' : '')
      .replace('{{pagePreloads}}', '')
      .replace('{{remotes}}', byRemote('entry'))
      .replace('{{manifests}}', byRemote('manifest'))
      .replace('{{config}}', '{}'),
  );
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, mfe, name = '', ...rest] = pathname.split('/');
  if (mfe === 'mfe') {
    try {
      const content = readFileSync(path.join(dist(name), ...rest));
      return response
        .writeHead(200, { 'Content-Type': types[path.extname(pathname)] ?? 'application/octet-stream' })
        .end(content);
    } catch {
      return problem(response, 404, 'request.not_found', 'Not Found');
    }
  }
  if (mfe !== 'api') return page(response);
  let text = '';
  request
    .on('data', (chunk: Buffer) => {
      text += chunk.toString();
    })
    .on('end', () =>
      api(request.method ?? 'GET', pathname, JSON.parse(text || '{}') as Record<string, string>, response),
    );
  return undefined;
}).listen(Number(process.env['PORT'] ?? 8090), '127.0.0.1');
