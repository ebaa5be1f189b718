import { describe, expect, it } from '@jest/globals';
import { loginBody, newPassword, registerBody } from './credentials.ts';

const registration = {
  email: 'ada@example.com',
  password: 'violet-otter-9',
  firstName: 'Ada',
  lastName: 'Byron',
};

describe('a new password', () => {
  it.each(['abcdef', '123456', '      ', '!!!!!!', 'пароль', '秘密秘密秘密', 'A1b2C3'])(
    'may have any kind of characters: %j',
    (password) => {
      expect(newPassword.safeParse(password).success).toBe(true);
    },
  );

  it.each([
    ['of 5 characters', 'abcde', 'Password must be at least 6 characters'],
    ['of 73 bytes', 'a'.repeat(73), 'Password must be at most 72 bytes long'],
    ['with a NUL', 'abc\0def', 'Password must not contain NUL characters'],
  ])('%s is refused with the reason', (_name, password, message) => {
    expect(newPassword.safeParse(password).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('the credentials of an account', () => {
  it.each(['hint', 'passwordHint', 'secretQuestion', 'secretAnswer', 'securityQuestion'])(
    'are its e-mail and password only, without %s',
    (field) => {
      const { email, password } = registration;
      expect([registerBody.safeParse(registration).success, loginBody.safeParse({ email, password }).success]).toEqual([
        true,
        true,
      ]);
      expect(registerBody.safeParse({ ...registration, [field]: 'Fido' }).success).toBe(false);
      expect(loginBody.safeParse({ email, password, [field]: 'Fido' }).success).toBe(false);
    },
  );
});
