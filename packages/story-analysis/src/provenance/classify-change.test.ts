import { ChangeSet, Text } from '@codemirror/state';
import type { OriginSpan } from '@inkbear/prose/origins';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { forEachWord, zeroWordCounts, type WordClass } from './class-spans.ts';
import { classifyChange, type ClassifiedText, type SavedChange } from './classify-change.ts';
import { CopyFinder } from './copy-finder.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import { RemovedTexts } from './removed-texts.ts';

type Origin = Pick<OriginSpan, 'kind' | 'resultId'>;

/** A chapter that is changed step by step, as its saves are. */
class Chapter {
  readonly isNewText = new Map<string, boolean>();
  readonly copies: [string, Fingerprint][] = [];
  readonly inserted = new Map<string, number>();
  readonly removed = new RemovedTexts();
  state: ClassifiedText = { text: Text.empty, spans: [] };

  get text(): string {
    return this.state.text.toString();
  }

  /** Replaces `old`, or inserts at the end. */
  replace(
    old: string,
    insert: string,
    origin: Origin = { kind: 'typed' },
    source: SavedChange['source'] = 'edit',
  ): this {
    const from = old === '' ? this.text.length : this.text.indexOf(old);
    if (from < 0) throw new Error(`The text has no “${old}”.`);
    return this.change(
      [{ from, to: from + old.length, insert }],
      [{ ...origin, from, to: from + insert.length }],
      source,
    );
  }

  insertBefore(mark: string, insert: string, origin: Origin = { kind: 'typed' }): this {
    const from = this.text.indexOf(mark);
    return this.change([{ from, insert }], [{ ...origin, from, to: from + insert.length }]);
  }

  change(
    edits: readonly { from: number; to?: number; insert: string }[],
    origins: OriginSpan[],
    source: SavedChange['source'] = 'edit',
  ): this {
    const changes = ChangeSet.of(edits, this.state.text.length, '\n');
    const known = origins.filter(({ from, to, kind }) => kind !== 'typed' && to > from);
    const { isNewText, removed, inserted } = this;
    const copies = new CopyFinder(this.copies);
    this.state = classifyChange(
      this.state,
      { changes, origins: known, source, at: 0 },
      { isNewText, copies, removed, inserted },
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

  know(id: string, isNewText: boolean, text = ''): this {
    this.isNewText.set(id, isNewText);
    if (text !== '') this.copies.push([id, fingerprintOf(text)]);
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
      .replace('', 'It came in a file. ', { kind: 'imported' }, 'import')
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
      Object.assign(copy, { state: chapter.state, isNewText: chapter.isNewText });
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

describe('a text that is inserted again', () => {
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
    chapter.replace('', `${own}This part is unknown here. ${passage}`, undefined, 'restore');
    expect([chapter.of('own'), chapter.of('imported'), chapter.of('generated')]).toEqual([
      own.trim(),
      'This part is unknown here.',
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

  it('is edited when the result edited the words of the author that it replaces', () => {
    const chapter = new Chapter().know('r', false, copied).replace('', other);
    expect(chapter.replace(other, copied, { kind: 'pasted' }).of('edited')).toBe(copied.trim());
  });

  it('is generated when the result edited words, but replaces none, or generated ones', () => {
    const below = new Chapter()
      .know('r', false, copied)
      .replace('', `${other}\n\n`)
      .replace('', copied, { kind: 'pasted' });
    expect(below.of('generated')).toBe(copied.trim());
    const over = new Chapter().know('r', false, copied).replace('', passage, ai('made'));
    expect(over.replace(passage, copied, { kind: 'pasted' }).of('generated')).toBe(copied.trim());
  });

  it('is not assumed of another text, nor of a short one', () => {
    const chapter = new Chapter().know('r', true, copied);
    chapter.replace('', `${other} It has no sentence of that result in it at all. `, { kind: 'pasted' });
    chapter.replace('', 'The harbour lay under ', { kind: 'pasted' });
    expect(chapter.of('generated')).toBe('');
  });
});

describe('text that AI edited', () => {
  it('is generated where it is inserted as a paragraph of its own', () => {
    const chapter = new Chapter()
      .know('r', false)
      .replace('', 'My own words.')
      .replace('', '\n\nOther words.', ai('r'));
    expect([chapter.of('generated'), chapter.of('own')]).toEqual(['Other words.', 'My own words.']);
  });

  it('is edited where it adds words to a sentence of the author, and generated inside a passage from AI', () => {
    const own = new Chapter().know('r', false).replace('', 'My own words.').insertBefore('words', 'very ', ai('r'));
    expect([own.of('edited'), own.of('own')]).toEqual(['very', 'My own words.']);
    const inside = new Chapter()
      .know('r', false)
      .replace('', passage, ai('made'))
      .insertBefore('grey', 'very ', ai('r'));
    expect(inside.of('edited')).toBe('');
  });

  it('remembers that it replaced words from elsewhere', () => {
    const chapter = new Chapter().know('r', false).replace('', 'Pasted words. ', { kind: 'pasted' });
    chapter.replace('Pasted words.', 'Edited words.', ai('r'));
    expect(chapter.state.spans).toMatchObject([{ wordClass: 'edited', edits: 'pasted' }, { wordClass: 'pasted' }]);
  });

  it('belongs to the passage from AI that it is in, so typing beside it is rewritten', () => {
    const chapter = new Chapter().know('r', false).replace('', passage, ai('made')).replace('grey', 'dark', ai('r'));
    expect(chapter.insertBefore('sky', 'wide ').of('rewritten')).toBe('wide');
  });

  it('does not reduce the words that the author changed', () => {
    const chapter = new Chapter().know('r', false).replace('', passage, ai('made'));
    expect(chapter.inserted.get('made')).toBe(16);
    chapter.replace('grey sky and nobody', 'dark sky and no one', ai('r'));
    expect(chapter.inserted.get('made')).toBe(12);
  });

  it('is not counted twice when it is undone and done again in short pieces', () => {
    const chapter = new Chapter().replace('', 'Short words. ', ai('r')).replace('Short words. ', '');
    expect(chapter.replace('', 'Short words. ', ai('r')).inserted.get('r')).toBe(2);
  });
});

describe('text of a bulk edit or an undo, which has the origin “imported”', () => {
  it('is the author’s own, and rewritten inside a passage from AI', () => {
    const chapter = new Chapter().replace('', 'Tom met Ann. ').replace('', passage, ai('r'));
    chapter.replace('Tom', 'Tim', { kind: 'imported' }).replace('grey', 'dull', { kind: 'imported' });
    expect([chapter.of('own'), chapter.of('rewritten')]).toEqual(['Tim met Ann.', 'dull']);
  });
});

describe('a line that is moved or copied', () => {
  it('keeps its classes', () => {
    const chapter = new Chapter().replace('', 'My own first line is here.\n').replace('', passage.trim(), ai('r'));
    const line = passage.trim();
    chapter.change(
      [
        { from: 0, insert: `${line}\n` },
        { from: chapter.text.indexOf(`\n${line}`), to: chapter.text.length, insert: '' },
      ],
      [],
    );
    expect(chapter.of('generated')).toBe(line);
    chapter.replace('', `\n${line}`);
    expect(chapter.of('generated')).toBe(`${line} ${line}`);
  });
});

describe('a restored or merged text', () => {
  const own = 'Every word of this sentence is mine, and so is the next. ';

  it('ignores classes of words that the diff matched by chance', () => {
    const chapter = new Chapter()
      .replace('', own)
      .replace(own, '')
      .replace('', 'Every second sentence is by AI. ', ai('r'));
    const kept = 'Every';
    chapter.change([{ from: kept.length, to: chapter.text.length, insert: own.slice(kept.length) }], [], 'restore');
    expect(chapter.of('own')).toBe(own.trim());
  });

  it('changes nothing far from reinserted text', () => {
    const chapter = new Chapter().replace('', passage, ai('r')).replace(passage, '');
    chapter.replace('', 'The harbour lay under a grey sky, I wrote. ').replace('', 'And here is more of it.');
    chapter.replace('And here is more of it.', 'Something else that is new.', undefined, 'conflict');
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
      source: fc.constantFrom('edit', 'restore', 'conflict', 'import'),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const chapter = new Chapter().know('r', true).know('e', false);
        for (const { at, length, insert, kind, source } of edits) {
          const from = at % (chapter.text.length + 1);
          const to = Math.min(chapter.text.length, from + length);
          const origin = kind === 'ai' ? ai(at % 2 === 0 ? 'r' : 'e') : { kind };
          chapter.change([{ from, to, insert }], [{ ...origin, from, to: from + insert.length }], source);
        }
        let end = 0;
        for (const { from, to } of chapter.state.spans) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(chapter.text.length);
        const counts = zeroWordCounts();
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
    chapter.change([{ from: 0, to: chapter.text.length, insert: '' }], []).replace('', lines, undefined, 'restore');
    expect(chapter.text).toHaveLength(lines.length);
  });
});
