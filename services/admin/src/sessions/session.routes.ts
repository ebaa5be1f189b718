import { adminLogin, adminLogout, listAdminRevocations } from '@inkbear/contracts/admin/session';
import { jobOwnerOf } from '@inkbear/service-kit/client-address';
import type { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { RevocationLog } from '@inkbear/service-kit/revocation-log';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { AdminSessions } from './admin-sessions.ts';

/** The account name of the throttle and the device cookie: all admins share one password. */
const account = 'admin';

interface Deps {
  sessions: AdminSessions;
  revocations: RevocationLog<{ sid: string }>;
  passwords: Passwords;
  throttle: SignInThrottle;
  passwordHash: string;
  device: DeviceCookie;
}

export const sessionRoutes = ({
  sessions,
  revocations,
  passwords,
  throttle,
  passwordHash,
  device: deviceCookie,
}: Deps): ServedRoute[] => [
  serve(adminLogin, async ({ body, cookies, headers }) => {
    const devices = deviceCookie.read(cookies);
    const check = { password: body.password, hash: passwordHash, owner: jobOwnerOf(headers, account) };
    const isCorrect = await throttle.guard(account, devices, async () =>
      (await passwords.matches(check)) ? true : null,
    );
    if (!isCorrect) {
      await sessions.recordFailedSignIn();
      throw new ProblemError('admin.bad_password');
    }
    const deviceId = await throttle.trustDevice(account, devices);
    return reply(200, await sessions.start(), { 'Set-Cookie': deviceCookie.header(deviceId, devices) });
  }),

  serve(adminLogout, async ({ identity }) => {
    await sessions.end(identity.sid);
    return reply(200, { message: 'You are logged out.' });
  }),

  serve(listAdminRevocations, async ({ query }) => {
    const { rows, seq: newestSeq } = await revocations.listAfter(query.after);
    return reply(200, {
      revocations: rows.map(({ seq, what, expiresAt }) => ({ seq, sid: what.sid, expiresAt: expiresAt.toISOString() })),
      seq: newestSeq,
    });
  }),
];
