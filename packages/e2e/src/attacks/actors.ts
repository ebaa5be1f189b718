import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@inkbear/local/paths';
import { type Identity, identityHeader, signIdentity } from '@inkbear/service-kit/identity';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import type { ServiceName } from '@inkbear/contracts/services';
import { type Answer, Author } from '../author.ts';
import type { AppStack } from '../app-stack.ts';

/** The strongest valid credential of an actor: none, a user session, or the admin console's token. */
export type Credential = 'none' | 'user' | 'admin';

export interface Actor {
  readonly name: string;
  readonly credential: Credential;
  /** A user whom an operator has made an admin; may upload the logo and nothing else. */
  readonly isAdminUser: boolean;
  /** The identity that the gateway signs for this actor. */
  readonly identity: Identity;
  /** Calls a public route through the gateway. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

const password = 'violet-otter-9';

/** A new account with a session. */
async function registerUser(stack: AppStack): Promise<{ author: Author; email: string; userId: string }> {
  const email = `${randomUUID()}@example.com`;
  const author = new Author(stack.url);
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
  credential: 'user',
  isAdminUser,
  identity: { role: 'user', userId, sid: randomUUID(), signedInAt: Math.floor(Date.now() / 1000) },
  call: (...request) => author.call(...request),
});

const signedOutActor = (name: string, stack: AppStack, cookie?: string): Actor => ({
  name,
  credential: 'none',
  isAdminUser: false,
  identity: { role: 'visitor' },
  call: (method, address, body, headers) =>
    new Author(stack.url).call(method, address, body, {
      ...(cookie === undefined ? {} : { cookie: `inkbear_session=${cookie}` }),
      ...headers,
    }),
});

/**
 * The eight actors who are not the owner. The account with the lapsed plan comes first, because it needs the business
 * clock to move.
 */
export async function createActors(stack: AppStack, adminToken: string): Promise<readonly Actor[]> {
  const admin = { 'x-admin-token': adminToken };
  const grant = async (userId: string, plan: string) =>
    await new Author(stack.url).call('POST', '/api/admin/update-user-plan', { userId, plan }, admin);
  const lapsed = await registerUser(stack);
  await grant(lapsed.userId, 'pro_oneoff');
  await new Author(stack.url).call('POST', '/api/billing/sandbox/clock', { advanceDays: 31 }, admin);
  const [free, monthly, adminUser, loggedOut, deleted] = await Promise.all([
    registerUser(stack),
    registerUser(stack),
    registerUser(stack),
    registerUser(stack),
    registerUser(stack),
  ]);
  await grant(monthly.userId, 'pro_monthly');
  await promisify(execFile)(
    process.execPath,
    ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'make-admin', adminUser.email],
    { env: { ...process.env, DATA_DIR: stack.dataDir } },
  );
  const loggedOutCookie = loggedOut.author.cookie('inkbear_session');
  const deletedCookie = deleted.author.cookie('inkbear_session');
  await loggedOut.author.call('POST', '/api/auth/logout');
  await deleted.author.call('DELETE', '/api/user', { password });
  return [
    signedOutActor('a visitor', stack),
    userActor('a free author', free),
    userActor('a Pro Monthly author', monthly),
    userActor('an author whose one-off has ended', lapsed),
    userActor('a user who is an admin', adminUser, true),
    {
      name: 'the admin token',
      credential: 'admin',
      isAdminUser: false,
      identity: { role: 'admin', sid: randomUUID() },
      call: (method, address, body, headers) =>
        new Author(stack.url).call(method, address, body, { ...admin, ...headers }),
    },
    signedOutActor('a session that was logged out', stack, loggedOutCookie),
    signedOutActor('a session of a deleted account', stack, deletedCookie),
  ];
}

/** Calls services directly, without the gateway, with the identity that the gateway would have signed. */
export function callService(stack: AppStack, actor: Actor) {
  const signer = loadSigningKey(path.join(stack.dataDir, 'keys/gateway.json'));
  return async (
    service: ServiceName,
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${stack.processes[service]?.url}${address}`, {
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
