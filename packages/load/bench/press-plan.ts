import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manuscript } from '@inkbear/press/manuscript';
import { writeNovel } from './press-novel.ts';

const words = 81_000;
const chapters = 32;
const freshTexts = 6;
const edits = 5;
const repeats = 50;

/** The files that one process typesets, in this order; each name is a file of every format in the folder. */
export interface PressPlan {
  readonly cold: readonly string[];
  readonly fresh: readonly string[];
  /** Copies of the cold text, each with a different chapter edited. */
  readonly edits: readonly string[];
  readonly repeats: readonly string[];
}

const edited = (novel: Manuscript, chapter: number): Manuscript => ({
  ...novel,
  chapters: novel.chapters.map((each, index) =>
    index === chapter ? { ...each, text: each.text.replace('. ', '. Suddenly it rained again. ') } : each,
  ),
});

const preamble = ({ title, author = '' }: Manuscript): string => `#set document(title: "${title}", author: "${author}")
#set page(width: 6in, height: 9in, margin: (inside: 0.8in, outside: 0.6in, top: 0.75in, bottom: 0.8in), numbering: "1")
#set text(font: "Literata", size: 11pt, lang: "en", region: "GB", hyphenate: true)
#set par(justify: true, leading: 0.6em, spacing: 0.6em, first-line-indent: 1.5em)
#show heading: it => { pagebreak(weak: true, to: "odd"); v(60pt); align(center, text(21pt, it.body)); v(30pt) }
#align(center)[#v(100pt) #text(32pt)[${title}]]
#outline(title: "Contents")
`;

/** The same novel for Typst: emphasis is written with underscores. */
const toTypst = (novel: Manuscript): string =>
  preamble(novel) +
  novel.chapters
    .map(({ title, text }) => {
      const body = text
        .split('\n\n')
        .map((block) => (block === '***' ? '#align(center)[\\* \\* \\*]' : block.replaceAll('*', '_')))
        .join('\n\n');
      return `= ${title}\n\n${body}\n`;
    })
    .join('\n');

/** Writes the texts of the benchmark into a folder, for the press and for Typst, with the plan. */
export async function writePlan(folder: string): Promise<void> {
  const novels = Array.from({ length: freshTexts + 1 }, (_, seed) => writeNovel({ seed: seed + 1, words, chapters }));
  const first = novels[0] as Manuscript;
  const texts = new Map<string, Manuscript>([
    ...novels.map((novel, index) => [`novel-${index}`, novel] as const),
    ...Array.from({ length: edits }, (_, edit) => [`edit-${edit}`, edited(first, 3 + edit * 5)] as const),
  ]);
  const plan: PressPlan = {
    cold: ['novel-0'],
    fresh: Array.from({ length: freshTexts }, (_, index) => `novel-${index + 1}`),
    edits: Array.from({ length: edits }, (_, edit) => `edit-${edit}`),
    repeats: Array.from({ length: repeats }, (_, index) => `novel-${index % novels.length}`),
  };
  await writeFile(path.join(folder, 'plan.json'), JSON.stringify(plan));
  for (const [name, novel] of texts) {
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(novel));
    await writeFile(path.join(folder, `${name}.typ`), toTypst(novel));
  }
}
