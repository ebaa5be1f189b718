import { ChangeSet, Text } from '@codemirror/state';
import type { OriginSpan } from '@inkbear/prose/origins';
import { hostileTexts } from '@inkbear/prose/test-hostile-texts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { forEachWord, noWords, type WordClass } from './class-spans.ts';
import { classifyChange, type ClassifiedText, type KnownResult } from './classify-change.ts';
import { fingerprintOf } from './fingerprint.ts';
import { RemovedTexts } from './removed-texts.ts';

type Origin = Pick<OriginSpan, 'kind' | 'resultId'>;

/** A chapter that is changed step by step, as its saves are. */
class Chapter {
  readonly results = new Map<string, KnownResult>();
  readonly inserted = new Map<string, number>();
  readonly removed = new RemovedTexts();
  state: ClassifiedText = { text: Text.empty, spans: [] };

  get text(): string {
    return this.state.text.toString();
  }

  /** Replaces `old`, or inserts at the end. */
  replace(old: string, insert: string, origin: Origin = { kind: 'typed' }, isRestore = false): this {
    const from = old === '' ? this.text.length : this.text.indexOf(old);
    if (from < 0) throw new Error(`The text has no “${old}”.`);
    return this.change(
      [{ from, to: from + old.length, insert }],
      [{ ...origin, from, to: from + insert.length }],
      isRestore,
    );
  }

  insertBefore(mark: string, insert: string, origin: Origin = { kind: 'typed' }): this {
    const from = this.text.indexOf(mark);
    return this.change([{ from, insert }], [{ ...origin, from, to: from + insert.length }]);
  }

  change(
    edits: readonly { from: number; to?: number; insert: string }[],
    origins: OriginSpan[],
    isRestore = false,
  ): this {
    const changes = ChangeSet.of(edits, this.state.text.length, '\n');
    const known = origins.filter(({ from, to, kind }) => kind !== 'typed' && to > from);
    const { results, removed, inserted } = this;
    this.state = classifyChange(
      this.state,
      { changes, origins: known, isRestore, at: 0 },
      { results, removed, inserted },
    );
    return this;
  }

  classes(): (readonly [WordClass, string])[] {
    const words = this.text.match(/\S+/g) ?? [];
    const found: (readonly [WordClass, string])[] = [];
    forEachWord(this.text, this.state.spans, (span) =>
      found.push([span?.wordClass ?? 'own', words[found.length] ?? '']),
    );
    return found;
  }

  /** The words of a class, joined. */
  of(wordClass: WordClass): string {
    return this.classes()
      .filter(([each]) => each === wordClass)
      .map(([, word]) => word)
      .join(' ');
  }

  know(id: string, makesText: boolean, text = ''): this {
    this.results.set(id, { makesText, fingerprint: text === '' ? null : fingerprintOf(text) });
    return this;
  }
}

const ai = (resultId?: string): Origin => ({ kind: 'ai', ...(resultId === undefined ? {} : { resultId }) });
const passage = 'The harbour lay under a grey sky and nobody came down to the boats that morning. ';

describe('the classes of words', () => {
  it('are those of the origins', () => {
    const chapter = new Chapter()
      .know('r', true)
      .replace('', 'I wrote this. ')
      .replace('', 'Somebody else wrote this. ', { kind: 'pasted' })
      .replace('', 'It came in a file. ', { kind: 'imported' })
      .replace('', 'A model wrote this. ', ai('r'))
      .replace('', 'Nobody knows which model. ', ai());
    expect(chapter.of('own')).toBe('I wrote this.');
    expect(chapter.of('pasted')).toBe('Somebody else wrote this.');
    expect(chapter.of('imported')).toBe('It came in a file.');
    expect(chapter.of('generated')).toBe('A model wrote this. Nobody knows which model.');
    expect([...chapter.inserted]).toEqual([
      ['r', 4],
      ['', 4],
    ]);
  });

  it('are edited when AI gives other words for those of the author', () => {
    const chapter = new Chapter()
      .know('r', false)
      .replace('', 'One two three four. ')
      .replace('two three', 'second third', ai('r'));
    expect([chapter.of('edited'), chapter.of('own')]).toEqual(['second third', 'One four.']);
  });

  it('are generated when a fifth of the edited words was generated, also when they stand apart', () => {
    const chapter = new Chapter().know('made', true).know('edit', false);
    chapter.replace('', 'One two three four ').replace('', 'five ', ai('made')).replace('', 'six seven.');
    const share = (old: string) => {
      const copy = new Chapter();
      Object.assign(copy, { state: chapter.state, results: chapter.results });
      return copy.replace(old, 'other words', ai('edit')).of('generated');
    };
    expect(share('One two three four five six')).toBe('');
    expect(share('two three four five six')).toBe('other words');
    const [one, six] = [chapter.text.indexOf('One'), chapter.text.indexOf('six')];
    const five = chapter.text.indexOf('five');
    chapter.change(
      [
        { from: one, to: one + 3, insert: 'Eins' },
        { from: five, to: six + 3, insert: 'cinq six' },
      ],
      [
        { from: 0, to: 4, ...ai('edit') },
        { from: five + 1, to: five + 9, ...ai('edit') },
      ],
    );
    expect(chapter.of('generated')).toBe('Eins cinq six');
  });

  it('are rewritten when the author types inside a passage of AI, and own beside it', () => {
    const chapter = new Chapter().know('r', true).replace('', passage, ai('r'));
    chapter
      .insertBefore('nobody', 'truly ')
      .replace('grey sky', 'black one')
      .replace('', 'I go on. ')
      .insertBefore('The', 'So: ');
    expect(chapter.of('rewritten')).toBe('black one truly');
    expect(chapter.of('own')).toBe('So: I go on.');
    chapter.insertBefore('one and', 'and cold ').replace('The harbour', 'A port');
    expect(chapter.of('rewritten').split(' ').toSorted()).toEqual([
      'A',
      'and',
      'black',
      'cold',
      'one',
      'port',
      'truly',
    ]);
  });

  it('are own when the author replaces a whole passage', () => {
    const chapter = new Chapter()
      .replace('', 'Before. ')
      .replace('', passage, ai('r'))
      .replace(passage, 'I did it myself. ');
    expect(chapter.classes().every(([wordClass]) => wordClass === 'own')).toBe(true);
  });

  it('are rewritten between two parts of one result that arrive together', () => {
    const text = 'one two three four five';
    const chapter = new Chapter().change(
      [{ from: 0, insert: text }],
      [
        { from: 0, to: 8, ...ai('r') },
        { from: 14, to: text.length, ...ai('r') },
      ],
    );
    expect(chapter.of('rewritten')).toBe('three');
  });
});

describe('a text that returns', () => {
  const own = 'Every word of this sentence is mine. ';

  it('keeps its classes after an undo that is reported as typed', () => {
    const chapter = new Chapter()
      .know('r', true)
      .replace('', own)
      .replace('', passage, ai('r'))
      .insertBefore('nobody', 'truly ');
    const before = chapter.classes();
    const removed = chapter.text;
    chapter.replace(removed, '').replace('', removed);
    expect(chapter.classes()).toEqual(before);
    expect(chapter.inserted.get('r')).toBe(16);
  });

  it('keeps its classes when it is cut and pasted, and when it is copied', () => {
    const chapter = new Chapter().replace('', passage, ai('r')).replace('', own).replace('', 'The end. ');
    chapter.replace(own, '').insertBefore('The harbour', own, { kind: 'pasted' });
    chapter.replace('', own, { kind: 'pasted' });
    expect(chapter.of('pasted')).toBe('');
    expect(chapter.of('own')).toBe(`${own}The end. ${own}`.trim());
  });

  it('keeps its classes when it was removed from another chapter', () => {
    const first = new Chapter().replace('', passage, ai('r')).replace(passage, '');
    const second = new Chapter();
    Object.assign(second, { removed: first.removed });
    expect(second.replace('', passage, { kind: 'pasted' }).of('generated')).toBe(passage.trim());
  });

  it('keeps its classes when a revision is restored, and is imported where nothing is known of it', () => {
    const chapter = new Chapter().replace('', own).replace('', passage, ai('r')).replace(passage, '').replace(own, '');
    chapter.replace('', `${own}Unknown. ${passage}`, { kind: 'imported' }, true);
    expect([chapter.of('own'), chapter.of('imported'), chapter.of('generated')]).toEqual([
      own.trim(),
      'Unknown.',
      passage.trim(),
    ]);
  });

  it('is not recognised when it is shorter than twenty characters', () => {
    const chapter = new Chapter().replace('', 'Nineteen letters!!!', ai('r')).replace('Nineteen letters!!!', '');
    expect(chapter.replace('', 'Nineteen letters!!!').of('own')).toBe('Nineteen letters!!!');
  });
});

describe('a pasted copy of a result', () => {
  const other = 'Every word of this other paragraph was found in an old notebook of mine.';
  const copied = `${passage}${passage.replaceAll('harbour', 'river')}`;

  it('is generated, also when some of its words were changed', () => {
    const chapter = new Chapter().know('r', true, copied);
    chapter.replace('', copied.replace('grey', 'clear'), { kind: 'pasted' });
    expect(chapter.of('generated')).toBe(copied.replace('grey', 'clear').trim());
    expect(chapter.inserted.get('r')).toBe(32);
  });

  it('is edited when the result gave other words for those of the author', () => {
    const chapter = new Chapter().know('r', false, copied).replace('', copied, { kind: 'pasted' });
    expect(chapter.of('edited')).toBe(copied.trim());
  });

  it('is not assumed of another text, nor of a short one', () => {
    const chapter = new Chapter().know('r', true, copied);
    chapter.replace('', `${other} It has no sentence of that result in it at all. `, { kind: 'pasted' });
    chapter.replace('', 'The harbour lay under ', { kind: 'pasted' });
    expect(chapter.of('generated')).toBe('');
  });
});

describe('classifyChange', () => {
  it('has sorted spans without overlaps inside the text, and each word once, after any changes', () => {
    const edit = fc.record({
      at: fc.nat(),
      length: fc.nat(40),
      insert: fc.string({ maxLength: 60 }).map((text) => text.replaceAll('\r', '')),
      kind: fc.constantFrom('typed', 'pasted', 'ai', 'imported'),
      isRestore: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const chapter = new Chapter().know('r', true).know('e', false);
        for (const { at, length, insert, kind, isRestore } of edits) {
          const from = at % (chapter.text.length + 1);
          const to = Math.min(chapter.text.length, from + length);
          const origin = kind === 'ai' ? ai(at % 2 === 0 ? 'r' : 'e') : { kind };
          chapter.change([{ from, to, insert }], [{ ...origin, from, to: from + insert.length }], isRestore);
        }
        let end = 0;
        for (const { from, to } of chapter.state.spans) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(chapter.text.length);
        const counts = noWords();
        for (const [wordClass] of chapter.classes()) counts[wordClass] += 1;
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(
          (chapter.text.match(/\S+/g) ?? []).length,
        );
      }),
    );
  });

  it.each(Object.entries(hostileTexts(100_000)))('handles %s', (_name, text) => {
    const lines = text.replaceAll('\r', '');
    const chapter = new Chapter().know('r', true, lines).replace('', lines, { kind: 'pasted' });
    chapter
      .change([{ from: 0, to: chapter.text.length, insert: '' }], [])
      .replace('', lines, { kind: 'imported' }, true);
    expect(chapter.text).toHaveLength(lines.length);
  });
});
