import { login, logout, register } from '@inkbear/contracts/auth/account';
import { jobOwnerOf } from '@inkbear/service-kit/client-address';
import type { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { NewUser, registerUser } from '../users/register-user.ts';
import { restoreAccount } from '../users/close-account.ts';
import { completesEmailChange, type UserRow } from '../users/user.ts';
import type { UserPresenter } from '../users/user.presenter.ts';
import type { UserRepository } from '../users/user.repository.ts';
import type { Revocations } from './revocations.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Deps {
  users: UserRepository;
  passwords: Passwords;
  sessionCookies: SessionCookies;
  device: DeviceCookie;
  revocations: Revocations;
  throttle: SignInThrottle;
  presenter: UserPresenter;
  outbox: Outbox;
  register: (input: NewUser, jobOwner: string) => ReturnType<typeof registerUser>;
}

export function sessionRoutes(deps: Deps): ServedRoute[] {
  const { users, passwords, sessionCookies, device: deviceCookie, revocations, throttle, presenter, outbox } = deps;
  const signIn = async (user: UserRow, email: string, devices: readonly string[]) => {
    await revocations.waitPastLastRevocation(user._id);
    const deviceId = await throttle.trustDevice(user._id, devices);
    const cookies = sessionCookies.issue(user._id, { id: deviceId, others: devices });
    // The token is signed before the user is read again: a concurrent password reset is either seen here, or it revokes
    // the new token.
    if (!(await recordSignIn({ users, outbox }, user, email))) throw new ProblemError('auth.bad_credentials');
    return { 'Set-Cookie': cookies };
  };

  return [
    serve(register, async ({ body, cookies, headers, timeZone }) => {
      const { user, referralAccepted } = await deps.register(body, jobOwnerOf(headers, body.email));
      const presented = await presenter.present(user, timeZone);
      return reply(
        201,
        { ...presented, ...(body.referralCode ? { referralAccepted } : {}) },
        await signIn(user, body.email, deviceCookie.read(cookies)),
      );
    }),

    serve(login, async ({ body, cookies, headers, timeZone }) => {
      const devices = deviceCookie.read(cookies);
      const registered = await users.findByEmail(body.email);
      const check = {
        password: body.password,
        hash: registered?.passwordHash ?? null,
        owner: jobOwnerOf(headers, body.email),
      };
      const user = await throttle.guard(registered?._id ?? body.email, devices, async () =>
        (await passwords.matches(check)) ? registered : null,
      );
      if (!user) throw new ProblemError('auth.bad_credentials');
      const active = user.deletedAt === null ? user : await restoreAccount({ users, outbox }, user);
      return reply(200, await presenter.present(active, timeZone), await signIn(active, body.email, devices));
    }),

    serve(logout, async ({ identity }) => {
      if (identity.role === 'user')
        await outbox.run((transaction) => revocations.revokeSession(transaction, identity.sid));
      return reply(200, { message: 'You are logged out.' }, { 'Set-Cookie': sessionCookies.clear() });
    }),
  ];
}

/**
 * Records a sign-in with one of the addresses of an account. The first one with a new address releases the previous
 * address. False when the account was changed since its row was read.
 */
const recordSignIn = (
  { users, outbox }: Pick<Deps, 'users' | 'outbox'>,
  user: UserRow,
  email: string,
): Promise<boolean> =>
  completesEmailChange(user, email)
    ? outbox.run(({ session }) => users.recordSignInAndReleaseEmail(user, session))
    : users.recordSignInIfUnchanged(user);
