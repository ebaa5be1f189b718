import { describe, expect, it } from '@jest/globals';
import { type ErrorCode, errorCodes } from './error-codes.ts';
import { errorsOf } from './route-errors.ts';
import { publicRoutes } from './routes.ts';

/** The codes that routes for visitors and authors may reply. Their messages are shown when a screen has no text of its own. */
const codes = [
  ...new Set(
    publicRoutes
      .filter(({ access }) => access !== 'admin' && access !== 'admin-user')
      .flatMap((route) => errorsOf(route)),
  ),
];
const withMessage = codes.map((code): [ErrorCode, string] => [code, errorCodes[code].message]);

describe('the message of an error code that an author may receive', () => {
  it('is a phrase for people, and contains no code', () => {
    const isPhrase = (text: string) => /^[A-Z][A-Za-z]* \S/.test(text) && text.length <= 120;
    const containsCode = (text: string) => /[a-z][._][a-z]|[{}<>]|\b[1-5]\d\d\b/.test(text);
    expect(withMessage.length).toBeGreaterThan(50);
    expect(withMessage.filter(([, text]) => !isPhrase(text) || containsCode(text))).toEqual([]);
  });

  it('says what to do when the same request may succeed later', () => {
    const mayRetry = ([code]: [ErrorCode, string]) => errorCodes[code].status === 429 || errorCodes[code].status >= 500;
    const temporary = withMessage.filter(mayRetry);
    const instructs = (text: string) => /\bplease (try|wait|contact|reload)\b|\bresets\b/i.test(text);
    expect(temporary.length).toBeGreaterThan(10);
    expect(temporary.filter(([, text]) => !instructs(text)).map(([code]) => code)).toEqual([
      // Its text is prescribed; the toasts of exports say what to do instead.
      'export.failed',
      // Every limit has its own message, with the date on which it resets where it does.
      'ai.limit_reached',
      // The model would decline the same request again.
      'ai.refused',
    ]);
  });
});
