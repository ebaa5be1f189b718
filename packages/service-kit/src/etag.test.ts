import { describe, expect, it } from '@jest/globals';
import { parseIfMatch, unknownRevision } from './etag.ts';

describe('parseIfMatch', () => {
  it.each([
    ['"12"', 12],
    ['W/"12"', 12],
    [' "0" ', 0],
    [undefined, null],
    ['*', null],
  ])('reads %s as %s', (header, rev) => {
    expect(parseIfMatch(header)).toBe(rev);
  });

  it.each(['"abc"', 'W/"abc"', '"1", "2"', '""', '"-1"', '"1234567890123"', '"3-xyz"'])(
    'reads %s as a revision that never exists',
    (header) => {
      expect(parseIfMatch(header)).toBe(unknownRevision);
    },
  );

  it('does not confuse an unknown revision with that of something that was never saved', () => {
    expect(parseIfMatch('"abc"')).not.toBe(parseIfMatch('"0"'));
  });

  it.each(['12', '"12', 'abc', '"a" "b"', '"a",', '"1"2"'])('rejects %s, which is not an entity tag', (header) => {
    expect(() => parseIfMatch(header)).toThrow('one quoted revision');
  });
});
