import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBlocks } from './blocks.ts';
import { parseSpans } from './spans.ts';
import { type Style, toggleStyle } from './toggle-style.ts';

/** Toggles a style in a text whose selection is between `[` and `]`; `|` is a cursor. Returns the text in this form. */
function toggled(marked: string, style: Style): string {
  const cursor = marked.indexOf('|');
  const from = cursor >= 0 ? cursor : marked.indexOf('[');
  const to = cursor >= 0 ? cursor : marked.indexOf(']') - 1;
  const text = marked.replaceAll(/[[\]|]/g, '');
  const { edits, selection } = toggleStyle(text, { from, to }, style);
  const edited = apply(text, edits);
  const selected = edited.slice(selection.from, selection.to);
  const shown = selected === '' ? '|' : `[${selected}]`;
  return edited.slice(0, selection.from) + shown + edited.slice(selection.to);
}

const apply = (text: string, edits: ReturnType<typeof toggleStyle>['edits']): string =>
  edits.reduceRight((result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to), text);

/** The printed UTF-16 units that are not white space, with their positions and styles. */
const printed = (text: string) =>
  parseBlocks(text).flatMap((block) => {
    const lines = block.kind === 'paragraph' ? block.lines : block.kind === 'heading' ? [block.content] : [];
    return parseSpans(text, lines)
      .filter(({ kind }) => kind === 'text')
      .flatMap(({ from, to, emphasis, strong }) =>
        Array.from({ length: to - from }, (_, index) => ({ at: from + index, emphasis, strong })),
      )
      .filter(({ at }) => text.charAt(at).trim() !== '');
  });

describe('toggleStyle', () => {
  it.each<[string, Style, string]>([
    ['She [never] came.', 'emphasis', 'She *[never]* came.'],
    ['She *[never]* came.', 'emphasis', 'She [never] came.'],
    ['She [*never*] came.', 'emphasis', 'She [never] came.'],
    ['She[ never ]came.', 'emphasis', 'She *[never]* came.'],
    ['She n[eve]r came.', 'strong', 'She **[never]** came.'],
    ['She *[never]* came.', 'strong', 'She ***[never]*** came.'],
    ['*She [never] came.*', 'emphasis', '*She* [never] *came.*'],
    ['*She* [never came].', 'emphasis', '*She* *[never came]*.'],
    ['[*She* never] came.', 'emphasis', '*[She never]* came.'],
    ['*She [never* came].', 'strong', '*She **[never*** **came]**.'],
    ['_She_ [never] came.', 'strong', '_She_ __[never]__ came.'],
    ['[One.\n\nTwo.]', 'emphasis', '*[One.*\n\n*Two.]*'],
    ['[One.\nTwo.\n\nThree.]', 'emphasis', '*[One.\nTwo.*\n\n*Three.]*'],
    ['# [Title]\n\na', 'emphasis', '# *[Title]*\n\na'],
    ['[a\n\n***\n\nb]', 'strong', '**[a**\n\n***\n\n**b]**'],
    ['2 * [3] * 4', 'emphasis', '2 * *[3]* * 4'],
    ['a [\\*b\\*] c', 'emphasis', 'a *[\\*b\\*]* c'],
    ['A 😀[😀] b', 'emphasis', 'A 😀*[😀]* b'],
  ])('gives %j the style %s: %j', (marked, style, expected) => {
    expect(toggled(marked, style)).toBe(expected);
  });

  it.each<[string, Style, string]>([
    ['She nev|er came.', 'emphasis', 'She *[never]* came.'],
    ['She |', 'emphasis', 'She *|*'],
    ['|', 'strong', '**|**'],
    ['She *never|*', 'emphasis', 'She *never*|'],
    ['She ***never|***', 'strong', 'She ***never**|*'],
    ['She |*never*', 'strong', 'She **|***never*'],
  ])('at the cursor of %j, the style %s: %j', (marked, style, expected) => {
    expect(toggled(marked, style)).toBe(expected);
  });

  it('changes nothing in a selection without words', () => {
    expect(toggleStyle('a   b', { from: 1, to: 4 }, 'emphasis')).toEqual({ edits: [], selection: { from: 1, to: 4 } });
  });

  const word = fc.constantFrom(
    'a',
    'bc',
    'é',
    '😀',
    '*',
    '_',
    '“d',
    'e.”',
    '\\*',
    '**f**',
    '*g*',
    '\n',
    '\n\n',
    '# h\n',
  );

  it('changes the style of all selected words alike, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom<Style>('emphasis', 'strong'),
        (words, one, other, style) => {
          const text = words.join(' ');
          const [from = 0, to = 0] = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b);
          const { edits, selection } = toggleStyle(text, { from, to }, style);
          if (from === to || edits.length === 0) return;
          const edited = apply(text, edits);
          const [before, after] = [printed(text), printed(edited)];
          const isSelected = ({ at }: { at: number }): boolean => at >= selection.from && at < selection.to;
          const characters = (source: string, units: typeof before): string =>
            units.map(({ at }) => source.charAt(at)).join('');
          expect(characters(edited, after)).toBe(characters(text, before));
          expect(new Set(after.filter(isSelected).map((unit) => unit[style])).size).toBe(1);
          const unselected = after.flatMap((unit, index) => (isSelected(unit) ? [] : [index]));
          const stylesOf = (units: typeof before) =>
            unselected.map((index) => [units[index]?.emphasis, units[index]?.strong]);
          expect(stylesOf(after)).toEqual(stylesOf(before));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('terminates on long texts of marks and of one word', () => {
    for (const text of ['*'.repeat(20_000), 'a'.repeat(20_000), 'a* '.repeat(7000), '*a* '.repeat(5000)])
      expect(toggleStyle(text, { from: 0, to: text.length }, 'emphasis').selection.to).toBeGreaterThan(0);
    const paragraphs = 'a b\n\n'.repeat(50_000);
    expect(toggleStyle(paragraphs, { from: 0, to: paragraphs.length }, 'strong').edits).toHaveLength(100_000);
  });
});
