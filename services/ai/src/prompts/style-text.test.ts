import { describe, expect, it } from '@jest/globals';
import { type BookStyle, unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { styleText, voiceText } from './style-text.ts';

const style: BookStyle = {
  pov: 'third',
  povNames: ['Mara Venn', 'Mara'],
  tense: 'past',
  dialect: 'uk',
  dialogueMarks: 'single',
  avoid: ['suddenly', 'all of a sudden'],
  notes: 'Dry.\nNo similes.\n',
  voiceSamples: ['It rained.', 'It rained on.'],
};

describe('the style of a book in a prompt', () => {
  it('has one convention on each line', () => {
    expect(styleText(style)).toBe(
      [
        'Point of view: third person',
        'Point-of-view character: Mara Venn, nobody else’s thoughts are told',
        'Tense: past',
        'Spelling: British',
        'Direct speech: ‘single quotation marks’',
        'Words to avoid: suddenly; all of a sudden',
        'Dry.\nNo similes.',
      ].join('\n'),
    );
  });

  it('names the first-person narrator', () => {
    expect(styleText({ ...unknownStyle, pov: 'first', povNames: ['Mara'] })).toBe(
      'Point of view: first person\nNarrator: Mara',
    );
    expect(styleText({ ...unknownStyle, povNames: ['Mara'] })).toContain('Mara');
  });

  it('is empty when nothing is known', () => {
    expect([styleText(unknownStyle), voiceText(unknownStyle)]).toEqual(['', '']);
  });

  it('has the passages with a line between them', () => {
    expect(voiceText(style)).toBe('It rained.\n\n***\n\nIt rained on.');
  });
});
