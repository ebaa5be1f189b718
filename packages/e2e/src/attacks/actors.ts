import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@inkbear/local/paths';
import { type Identity, identityHeader, signIdentity } from '@inkbear/service-kit/identity';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import type { ServiceName } from '@inkbear/contracts/services';
import { type Answer, Author } from '../author.ts';
import type { House } from '../house.ts';

/** Who may try a door: `nobody` has no session that counts, `user` a living one, `admin` the console's token. */
export type Standing = 'nobody' | 'user' | 'admin';

export interface Actor {
  readonly name: string;
  readonly standing: Standing;
  /** A user whom an operator has made an admin; may upload the logo and no more. */
  readonly isAdminUser: boolean;
  /** The identity that the gateway would sign for this one. */
  readonly identity: Identity;
  /** Through the gateway. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

const password = 'violet-otter-9';

/** Somebody with an account, a session and a plan. */
async function join(house: House): Promise<{ author: Author; email: string; userId: string }> {
  const email = `${randomUUID()}@example.com`;
  const author = new Author(house.url);
  const { body } = await author.call('POST', '/api/auth/register', {
    email,
    password,
    firstName: 'Sam',
    lastName: 'Stranger',
  });
  return { author, email, userId: String(body['id']) };
}

const userActor = (
  name: string,
  { author, userId }: { author: Author; userId: string },
  isAdminUser = false,
): Actor => ({
  name,
  standing: 'user',
  isAdminUser,
  identity: { role: 'user', userId, sid: randomUUID(), signedInAt: Math.floor(Date.now() / 1000) },
  call: (...request) => author.call(...request),
});

const nobody = (name: string, house: House, cookie?: string): Actor => ({
  name,
  standing: 'nobody',
  isAdminUser: false,
  identity: { role: 'visitor' },
  call: (method, address, body, headers) =>
    new Author(house.url).call(method, address, body, {
      ...(cookie === undefined ? {} : { cookie: `inkbear_session=${cookie}` }),
      ...headers,
    }),
});

/** The eight who are not the owner. The lapsed plan is made first: the business clock has to move for it. */
export async function hireActors(house: House, adminToken: string): Promise<readonly Actor[]> {
  const admin = { 'x-admin-token': adminToken };
  const grant = async (userId: string, plan: string) =>
    await new Author(house.url).call('POST', '/api/admin/update-user-plan', { userId, plan }, admin);
  const lapsed = await join(house);
  await grant(lapsed.userId, 'pro_oneoff');
  await new Author(house.url).call('POST', '/api/billing/sandbox/clock', { advanceDays: 31 }, admin);
  const [free, monthly, chosen, left, gone] = await Promise.all([
    join(house),
    join(house),
    join(house),
    join(house),
    join(house),
  ]);
  await grant(monthly.userId, 'pro_monthly');
  await promisify(execFile)(
    process.execPath,
    ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'make-admin', chosen.email],
    { env: { ...process.env, DATA_DIR: house.dataDir } },
  );
  const [leftCookie, goneCookie] = [left.author.cookie('inkbear_session'), gone.author.cookie('inkbear_session')];
  await left.author.call('POST', '/api/auth/logout');
  await gone.author.call('DELETE', '/api/user', { password });
  return [
    nobody('a visitor', house),
    userActor('a free author', free),
    userActor('a Pro Monthly author', monthly),
    userActor('an author whose one-off has ended', lapsed),
    userActor('a user who is an admin', chosen, true),
    {
      name: 'the admin token',
      standing: 'admin',
      isAdminUser: false,
      identity: { role: 'admin', sid: randomUUID() },
      call: (method, address, body, headers) =>
        new Author(house.url).call(method, address, body, { ...admin, ...headers }),
    },
    nobody('a session that was logged out', house, leftCookie),
    nobody('a session of a deleted account', house, goneCookie),
  ];
}

/** A call that goes past the gateway, with the identity that it would have signed. */
export function callService(house: House, actor: Actor) {
  const signer = loadSigningKey(path.join(house.dataDir, 'keys/gateway.json'));
  return async (
    service: ServiceName,
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${house.processes[service]?.url}${address}`, {
      method,
      headers: {
        [identityHeader]: signIdentity(signer, service, actor.identity),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, text: await response.text() };
  };
}
