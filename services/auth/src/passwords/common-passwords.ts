import { dictionary } from '@zxcvbn-ts/language-common';
import { commonPasswordText } from '@inkbear/contracts/auth/credentials';
import { ProblemError } from '@inkbear/service-kit/problem';

const rejectedCount = 3000;
/** The most common passwords of at least 6 characters, from the ranked list of @zxcvbn-ts/language-common. */
const common: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[]).filter((word) => word.length >= 6).slice(0, rejectedCount),
);

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

/** Throws 400 with a message for the given field. */
export function rejectCommonPassword(password: string, path: string): void {
  if (isCommonPassword(password))
    throw new ProblemError('request.invalid', {
      message: commonPasswordText,
      errors: [{ path, message: commonPasswordText }],
    });
}
