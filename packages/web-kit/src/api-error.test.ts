import { describe, expect, it } from '@jest/globals';
import { errorCodeNames, errorCodes } from '@inkbear/contracts/error-codes';
import type { Problem } from '@inkbear/contracts/problem';
import { ApiError, messageOf, withReference } from './api-error.ts';
import { problemBody } from './testing/fake-api.ts';

const fallback = 'Please try again.';
const problemError = (status: number, code: string, message: string): ApiError =>
  new ApiError(status, message, { ...problemBody(status, code, message), requestId: 'r-1' } as Problem);

const messageWithReferenceOf = (error: unknown): string => withReference(error, messageOf(error, fallback));

describe('the reference in an error message', () => {
  it.each([
    ['a failure of the server', problemError(500, 'server.internal', 'It failed.'), 'It failed. Reference: r-1'],
    ['a message without a full stop', problemError(500, 'export.failed', 'It failed'), 'It failed. Reference: r-1'],
    ['a message that is a question', problemError(502, 'server.dependency', 'Again?'), 'Again? Reference: r-1'],
    ['an exclamation', problemError(504, 'server.timeout', 'Too slow!'), 'Too slow! Reference: r-1'],
    ['an outage', problemError(503, 'server.unavailable', 'It is down.'), 'It is down. Reference: r-1'],
    ['a full queue of the server', problemError(503, 'server.busy', 'Many requests.'), 'Many requests.'],
    ['a full queue of AI', problemError(503, 'ai.too_busy', 'Many texts.'), 'Many texts.'],
    ['a full queue of exports', problemError(503, 'export.busy', 'Many exports.'), 'Many exports.'],
    ['a mistake in the request', problemError(400, 'request.invalid', 'Too long'), 'Too long'],
    ['a rate limit', problemError(429, 'request.too_many', 'Slow down.'), 'Slow down.'],
    ['an error page of a proxy', new ApiError(502, '<html>Bad gateway</html>'), fallback],
    ['a lost connection', new TypeError('Failed to fetch'), fallback],
  ])('is added, or not, for %s', (_name, error, expected) => {
    expect(messageWithReferenceOf(error)).toBe(expected);
  });

  it('is added for every error of the server except full queues', () => {
    const withoutReference = errorCodeNames.filter((code) => {
      const { status, message } = errorCodes[code];
      const text = messageWithReferenceOf(problemError(status, code, message));
      return status >= 500 && !text.endsWith(' Reference: r-1');
    });
    expect(withoutReference).toEqual([
      'server.busy',
      'bible.busy',
      'findings.busy',
      'ai.too_busy',
      'export.busy',
      'imports.busy',
    ]);
  });

  it('is not added for any refusal of a request', () => {
    const codes = errorCodeNames.filter((code) => {
      const { status, message } = errorCodes[code];
      return status < 500 && messageWithReferenceOf(problemError(status, code, message)) !== message;
    });
    expect(codes).toEqual([]);
  });
});
