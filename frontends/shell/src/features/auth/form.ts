import { loginBody, registerBody } from '@inkbear/contracts/auth/credentials';

export type AuthMode = 'sign-in' | 'create';
export interface AuthValues {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  referralCode: string;
}
export type AuthErrors = Partial<Record<keyof AuthValues, string>>;

/** The request body for this mode. */
export function bodyOf(mode: AuthMode, { firstName, lastName, email, password, referralCode }: AuthValues) {
  if (mode === 'sign-in') return { email, password };
  return {
    email,
    password,
    firstName,
    lastName,
    ...(referralCode.trim() === '' ? {} : { referralCode: referralCode.trim() }),
  };
}

/** The first error of each invalid field, from the same schemas as on the server. */
export function validate(mode: AuthMode, values: AuthValues): AuthErrors {
  const result = (mode === 'sign-in' ? loginBody : registerBody).safeParse(bodyOf(mode, values));
  const errors: AuthErrors = {};
  for (const { path, message } of result.error?.issues ?? []) errors[path[0] as keyof AuthValues] ??= message;
  return errors;
}
