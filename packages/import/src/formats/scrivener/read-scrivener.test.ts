import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { summarise, zipOf } from '../../testing/files.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly isIncluded?: boolean;
  readonly items?: readonly Item[];
}

const itemOf = ({ id, title, isIncluded = true, items = [] }: Item): string =>
  `<BinderItem UUID="${id}" Type="${items.length > 0 ? 'Folder' : 'Text'}"><Title>${title}</Title><MetaData><IncludeInCompile>${isIncluded ? 'Yes' : 'No'}</IncludeInCompile></MetaData><Children>${items.map(itemOf).join('')}</Children></BinderItem>`;

const project = (items: readonly Item[]): string =>
  `<?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder><BinderItem UUID="D" Type="DraftFolder"><Title>Draft</Title><Children>${items.map(itemOf).join('')}</Children></BinderItem><BinderItem UUID="R" Type="ResearchFolder"><Title>Research</Title><Children>${itemOf({ id: 'r1', title: 'Notes' })}</Children></BinderItem></Binder></ScrivenerProject>`;

/** A project with the texts of its documents. */
const scrivOf = (items: readonly Item[], texts: Readonly<Record<string, string>>, files: Record<string, string> = {}) =>
  zipOf({
    'Snow.scriv/Snow.scrivx': project(items),
    'Snow.scriv/Files/Data/r1/content.rtf': '{\\rtf1 Research.}',
    'Snow.scriv/Settings/ui.plist': '<x/>',
    ...Object.fromEntries(
      Object.entries(texts).map(([id, text]) => [`Snow.scriv/Files/Data/${id}/content.rtf`, `{\\rtf1\\ansi ${text}}`]),
    ),
    ...files,
  });

describe('a Scrivener project', () => {
  it('has its draft in the order of the binder: parts, chapters and scenes', async () => {
    const items = [
      { id: 'p', title: 'Prologue' },
      {
        id: 'one',
        title: 'Part One',
        items: [
          {
            id: 'c1',
            title: 'Ice',
            items: [
              { id: 's1', title: 'The bank' },
              { id: 's2', title: 'The bear' },
            ],
          },
          { id: 'c2', title: 'Rain', items: [{ id: 's3', title: 'Home' }] },
        ],
      },
    ];
    const { read, chapters } = await summarise(
      scrivOf(items, {
        p: 'Before.',
        s1: 'Snow \\i fell\\i0 .\\par More.',
        s2: 'A bear.',
        s3: 'Rain fell.',
        c2: 'Above.',
      }),
    );
    expect([read.format, read.title]).toEqual(['scrivener', 'Snow']);
    expect(chapters).toEqual([
      ['Prologue', 'Before.'],
      ['Ice', 'Snow *fell*.\n\nMore.\n\n***\n\nA bear.'],
      ['Rain', 'Above.\n\nRain fell.'],
    ]);
    expect(read.sections.map(({ part, scenes }) => [part, scenes.length])).toEqual([
      [null, 1],
      ['Part One', 2],
      [null, 1],
    ]);
  });

  it('does not include documents that are not meant for the book', async () => {
    const items = [
      {
        id: 'c1',
        title: 'Ice',
        items: [
          { id: 's1', title: 'a' },
          { id: 's2', title: 'Cut scene', isIncluded: false },
        ],
      },
      { id: 'c2', title: 'Plan', isIncluded: false },
      { id: 'c3', title: 'Rain' },
    ];
    const { chapters, kinds, losses, quotes } = await summarise(
      scrivOf(items, { s1: 'A.', s2: 'B.', c2: 'C.', c3: 'D.' }),
    );
    expect(chapters).toEqual([
      ['Ice', 'A.'],
      ['Plan', 'C.'],
      ['Rain', 'D.'],
    ]);
    expect(kinds).toEqual(['chapter chapter', '-chapter chapter', 'chapter chapter']);
    expect([losses, quotes]).toEqual([[`other 1: ${outcomes.excludedScene}`], ['Cut scene']]);
  });

  it('has no marks of styles in its texts, and inline notes and annotations in their places', async () => {
    const text =
      '<$Scr_Ps::0>Snow<!$Scr_Ps::0>\\{\\\\Scrv_fn=A {\\i note}.\\\\end_Scrv_fn\\} fell\\{\\\\Scrv_annot \\\\color=\\{\\\\R=0.9\\} \\\\text=Too cold?\\\\end_Scrv_annot\\}.<$ScrKeepWithNext>';
    const { text: read, read: manuscript } = await summarise(scrivOf([{ id: 'c', title: 'Ice' }], { c: text }));
    expect(read).toBe('# Ice\n\nSnow[1] fell.\n\n[1] A *note*.');
    expect(manuscript.comments.map(({ text: comment, from }) => [comment, read.slice(from, from + 1)])).toEqual([
      ['Too cold?', '.'],
    ]);
  });

  it('has the comments and footnotes that stand beside its texts', async () => {
    const link = (id: string, words: string): string =>
      `{\\field{\\*\\fldinst{HYPERLINK "scrivcmt://${id}"}}{\\fldrslt ${words}}}`;
    const comments =
      '<Comments Version="1.0"><Comment ID="A"><![CDATA[{\\rtf1 Too \\b cold\\b0 ?}]]></Comment><Comment ID="B" Footnote="Yes"><![CDATA[{\\rtf1 A \\i note\\i0 .}]]></Comment></Comments>';
    const { text, read, losses } = await summarise(
      scrivOf(
        [{ id: 'c', title: 'Ice' }],
        { c: `${link('A', 'White snow')} fell ${link('B', 'here')}.` },
        {
          'Snow.scriv/Files/Data/c/content.comments': comments,
          'Snow.scriv/Files/Data/c/synopsis.txt': 'It snows.',
        },
      ),
    );
    expect(text).toBe('# Ice\n\nWhite snow fell here[1].\n\n[1] A *note*.');
    expect(read.comments).toEqual([{ author: '', text: 'Too cold?', quote: 'White snow', from: 7, to: 17 }]);
    expect(losses[0]).toBe(`other 1: ${outcomes.synopsis}`);
  });

  it('is damaged without a draft', async () => {
    const file = zipOf({ 'Snow.scrivx': '<ScrivenerProject><Binder/></ScrivenerProject>' });
    await expect(summarise(file)).rejects.toMatchObject({ code: 'imports.damaged' });
  });
});
