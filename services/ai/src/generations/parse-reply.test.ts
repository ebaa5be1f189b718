import { describe, expect, it } from '@jest/globals';
import { optionsSchema, parseJson, parseProse, titlesSchema } from './parse-reply.ts';

const parseOptions = parseJson(optionsSchema);

describe('parsing a reply of a model', () => {
  it('finds the JSON object between other text', () => {
    expect(parseOptions('Here you are:\n{"options": ["One.", "Two."]}\nEnjoy!')).toEqual({ options: ['One.', 'Two.'] });
  });

  it.each(['', 'No object.', '{"options": [', '{"options": []}', '{"options": [""]}', '} {'])(
    'returns null for the malformed reply %j',
    (text) => {
      expect(parseOptions(text)).toBeNull();
    },
  );

  it('leaves out fields that are null, and rejects null in a list', () => {
    expect(parseJson(titlesSchema)('{"titles": [{"title": "Snow", "subtitle": null, "reason": "Short."}]}')).toEqual({
      titles: [{ title: 'Snow', reason: 'Short.' }],
    });
    expect(parseOptions('{"options": ["One.", null]}')).toBeNull();
  });

  it('replaces lone surrogates in JSON strings and in prose', () => {
    const lone = '\ud83d';
    expect(parseOptions(JSON.stringify({ options: [`a${lone}b`, '😀'] }))).toEqual({ options: ['a\ufffdb', '😀'] });
    expect(parseProse(` a${lone}b 😀 `)).toBe('a\ufffdb 😀');
  });

  it('returns null for prose without words', () => {
    expect(parseProse(' \n\t')).toBeNull();
  });
});
