import { changeEmail } from '@inkbear/contracts/auth/account';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import { changeEmailThrottleKey, replaceEmail } from './replace-email.ts';
import { getSignedInUser, requirePassword } from './signed-in-user.ts';

type Deps = Parameters<typeof replaceEmail>[0] & {
  passwords: Passwords;
  throttle: SignInThrottle;
};

const messages = {
  pending: 'Your new email address is saved. Until you have signed in with it once, the old one signs you in too.',
  complete: 'Your email address is saved. It is the only one that signs you in.',
};

export const emailRoutes = (deps: Deps): ServedRoute[] => [
  serve(changeEmail, async ({ identity, body: { email, password }, headers }) => {
    const user = await getSignedInUser(deps.users, identity.userId);
    await requirePassword(deps, user, { password, key: changeEmailThrottleKey(user._id), headers });
    const { previousEmail = null } = await replaceEmail(deps, user, email);

    return reply(200, { message: previousEmail === null ? messages.complete : messages.pending });
  }),
];
