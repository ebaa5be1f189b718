import { describe, expect, it } from '@jest/globals';
import { scanManuscript } from './scan-manuscript.ts';

const chapter = (id: string, text: string) => ({ id, number: 1, title: 'One', text });
const scan = (...texts: string[]) =>
  scanManuscript({ chapters: texts.map((text, index) => chapter(`c${index + 1}`, text)) });

describe('scanManuscript', () => {
  it.each([
    [
      'text/leak-assistant',
      'I hope this helps! He left.',
      '“I hope this helps” reads like the message of an assistant',
    ],
    ['text/leak-prompt', 'Reply with the new part only.', '“Reply with the new part only” is an instruction to an AI'],
    ['text/leak-placeholder', 'My name is [insert name].', '“[insert name]” is a placeholder for missing text'],
    ['text/leak-markdown', '```\nHe left.', '“```” is markup for web pages'],
  ])('warns of %s, with the chapter', (ruleId, text, reason) => {
    const [finding, ...others] = scan('A clean chapter.', text);
    expect(finding).toMatchObject({ ruleId, severity: 'warning', fix: { target: { kind: 'chapter', id: 'c2' } } });
    expect(finding?.reason).toContain(reason);
    expect(others).toEqual([]);
  });

  it('notes phrases that AI overuses, and repetitions', () => {
    const aiPhrases = 'It was a testament to her. Her voice was barely above a whisper. It sent shivers down his back.';
    const line = 'the clock upon the wall of the old kitchen stopped and nobody heard';
    expect(scan(aiPhrases, `One ${line} it. Two ${line} him.`)).toMatchObject([
      { ruleId: 'text/tell-tells', severity: 'note', fix: { target: { id: 'c1' } } },
      { ruleId: 'text/repetition-long-repetition', severity: 'note', reason: `“${line}” occurs 2 times.` },
    ]);
  });
});
