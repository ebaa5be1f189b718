import { dictionary } from '@zxcvbn-ts/language-common';
import { commonPasswordText } from '@inkbear/contracts/auth/account';
import { ProblemError } from '@inkbear/service-kit/problem';

const refused = 3000;
/** The commonest passwords of at least 6 characters, most used first; source: the ranked list of @zxcvbn-ts/language-common. */
const common: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[]).filter((word) => word.length >= 6).slice(0, refused),
);

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

/** Throws 400 with a text of its own beside the field. */
export function refuseCommonPassword(password: string, path: string): void {
  if (isCommonPassword(password))
    throw new ProblemError('request.invalid', {
      message: commonPasswordText,
      errors: [{ path, message: commonPasswordText }],
    });
}
