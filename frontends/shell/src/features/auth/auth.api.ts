import { login, register } from '@inkbear/contracts/auth/account';
import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AuthMode, type AuthValues, bodyOf } from './form.ts';
import { storedReferralCode } from './stored-referral-code.ts';
import { beginSession } from '../../platform/session/begin-session.ts';

type Registration = Parameters<typeof call<typeof register>>[1]['body'];

const texts = {
  'sign-in': {
    title: 'Sign-in failed',
    refused: 'Invalid email or password',
    offline: 'Please check your credentials and try again',
    done: { title: 'Welcome back!' },
  },
  create: {
    title: 'Registration failed',
    refused: 'Could not create account',
    offline: 'Please try again',
    done: { title: 'Account created!', description: 'Your free account is ready. Start writing your first book!' },
  },
};

const codeUnknown = {
  ...texts.create.done,
  description: `${texts.create.done.description} The referral code was not recognised, so it was not used.`,
  durationMs: 10_000,
};

/** The error message for a failed sign-in or registration. */
export const failureText = (mode: AuthMode, error: unknown): string =>
  messageOf(error, error instanceof ApiError ? texts[mode].refused : texts[mode].offline);

/** Signs in or creates the account; the reply becomes the session. */
export function useAuthenticate(mode: AuthMode) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: AuthValues) => {
      if (mode === 'sign-in') return call(login, { body: { email: values.email, password: values.password } });
      return call(register, { body: bodyOf(mode, values) as Registration });
    },
    onSuccess: (user) => {
      beginSession(client, user);
      if (mode === 'create') storedReferralCode.remove();
      showToast('referralAccepted' in user && user.referralAccepted === false ? codeUnknown : texts[mode].done);
    },
    onError: (error) =>
      showToast({ title: texts[mode].title, description: failureText(mode, error), tone: 'destructive' }),
  });
}
