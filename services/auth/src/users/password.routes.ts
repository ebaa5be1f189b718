import { changePassword } from '@inkbear/contracts/auth/account';
import { jobOwnerOf } from '@inkbear/service-kit/client-address';
import type { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { changePasswordThrottleKey, replacePassword } from './replace-password.ts';
import { getSignedInUser, requirePassword } from './signed-in-user.ts';

type Deps = Parameters<typeof replacePassword>[0] & {
  sessionCookies: SessionCookies;
  device: DeviceCookie;
  throttle: SignInThrottle;
};

export function passwordRoutes(deps: Deps): ServedRoute[] {
  const { users, sessionCookies, device, throttle } = deps;

  return [
    serve(changePassword, async ({ identity, body: { current, next }, headers, cookies }) => {
      const user = await getSignedInUser(users, identity.userId);
      await requirePassword(deps, user, { password: current, key: changePasswordThrottleKey(user._id), headers });
      const sid = sessionCookies.newSessionId();
      await replacePassword(deps, user, { next, sid, jobOwner: jobOwnerOf(headers, user._id) });
      const others = device.read(cookies);
      const id = await throttle.trustDevice(user._id, others);

      return reply(
        200,
        { message: 'Your password is changed. Other devices are logged out.' },
        { 'Set-Cookie': sessionCookies.issue(user._id, { id, others }, sid) },
      );
    }),
  ];
}
