import { describe, expect, it } from '@jest/globals';
import { PartialReplies } from './partial-replies.ts';
import { coachSchema, optionsSchema, outlineSchema, quizSchema, titlesSchema } from './parse-reply.ts';

const outline = {
  overview: 'A “farm” [and {a} mill], she said: \\"no\\".',
  targetAudience: 'Adults',
  chapters: [
    { number: 1, title: 'Snow', description: 'It falls.', keyPoints: ['a', 'b'] },
    { number: 2, title: 'Ice', description: '', keyPoints: [] },
  ],
};

/** Sends a text in pieces, one every `interval` milliseconds, and returns the values that were sent. */
function send(
  schema: ConstructorParameters<typeof PartialReplies>[0]['schema'],
  text: string,
  { length = 1, interval = 100 } = {},
): object[] {
  const sent: object[] = [];
  let now = 0;
  const partials = new PartialReplies({ schema, send: (value) => sent.push(value) }, () => now);
  for (let start = 0; start < text.length; start += length, now += interval)
    partials.add(text.slice(start, start + length));
  return sent;
}

describe('the partial values of a reply', () => {
  it('grow by complete fields and complete list items', () => {
    const { overview, targetAudience, chapters } = outline;
    expect(send(outlineSchema, JSON.stringify(outline))).toEqual([
      { overview },
      { overview, targetAudience },
      { overview, targetAudience, chapters: chapters.slice(0, 1) },
      outline,
    ]);
  });

  it.each([
    ['strings', optionsSchema, { options: ['One, "two"', 'Three\\'] }, 2],
    ['numbers', quizSchema, { recommendedGenre: 'a', confidence: 0.25, explanation: 'b', alternativeGenres: ['c'] }, 4],
    ['several lists', coachSchema, { feedback: 'a', strengths: ['b', 'c'], improvements: [], suggestions: ['d'] }, 5],
  ] as const)('work for %s', (_name, schema, value, count) => {
    const sent = send(schema, JSON.stringify(value, null, 1));
    expect([sent.at(-1), sent.length]).toEqual([value, count]);
  });

  it('leave out the text around the object, and fields that are null', () => {
    const text = 'Here "they" are:\n{"titles": [{"title": "Snow", "subtitle": null, "reason": "Short."}]}\n[1]';
    expect(send(titlesSchema, text)).toEqual([{ titles: [{ title: 'Snow', reason: 'Short.' }] }]);
  });

  it('are sent at most ten times a second', () => {
    const options = Array.from({ length: 50 }, (_item, index) => `version ${index}`);
    // 50 items within a second.
    const text = JSON.stringify({ options });
    const sent = send(optionsSchema, text, { length: 1, interval: 1000 / text.length });
    expect(sent.length).toBeGreaterThan(8);
    expect(sent.length).toBeLessThanOrEqual(10);
  });

  it('are not sent when they do not match the schema', () => {
    expect(send(titlesSchema, '{"titles": [{"name": "Snow"}]}')).toEqual([]);
    expect(send(optionsSchema, '{"options": "one", "more": 1}')).toEqual([]);
    expect(send(optionsSchema, '[1, {"options"')).toEqual([]);
  });

  it('are those of the next reply after a malformed one', () => {
    const sent: object[] = [];
    let now = 0;
    const partials = new PartialReplies(
      { schema: optionsSchema, send: (value) => sent.push(value) },
      () => (now += 100),
    );
    partials.add('{"options": ["one", "tw');
    partials.restart();
    partials.add('{"options": ["three"');
    expect(sent).toEqual([{ options: ['one'] }, { options: ['three'] }]);
  });

  it.each([
    ['deep', `{"options": ["one"], "deep": ${'['.repeat(200_000)}`],
    ['deep and closed', `{"options": ["one"], "deep": ${'['.repeat(20_000)}${']'.repeat(20_000)}, "options": ["two"]}`],
    ['long', `{"options": ["one", "${'x'.repeat(2_000_000)}", "three"]}`],
    ['broken', `{"options": ["one"], ${'"'.repeat(200_000)}`],
  ])('end with what was complete before a %s part of the reply', (_name, text) => {
    expect(send(optionsSchema, text, { length: 20, interval: 1 })).toEqual([{ options: ['one'] }]);
  });
});
