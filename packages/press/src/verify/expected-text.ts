import { frameOf } from '../docx/manuscript-format.ts';
import { markdownHeading } from '../markdown/write-markdown.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import { allSections, listSections, type Section } from '../sections.ts';
import { type Block, readBlocks, type StyledRun } from '../styled-text.ts';
import type { Design } from '../design.ts';

const textOfRuns = (runs: readonly StyledRun[]): string => runs.map(({ text }) => text).join('');

const textOfBlock = (block: Block): string => {
  if (block.kind === 'scene-break') return '';
  return block.kind === 'heading' ? textOfRuns(block.content) : block.lines.map(textOfRuns).join('\n');
};

type HeadingsOf = (heading: { label: string; title: string }) => string[];
const labelAndTitle: HeadingsOf = ({ label, title }) => [label, title];

const textsOf = (section: Section, manuscript: Manuscript, headingsOf = labelAndTitle): string[] => {
  switch (section.kind) {
    case 'title':
      return [titleOf(manuscript), manuscript.subtitle ?? '', manuscript.author ?? '', manuscript.publisher ?? ''];
    case 'also-by':
      return [section.title, ...readBlocks(section.text).map(textOfBlock)];
    case 'copyright':
    case 'dedication':
    case 'epigraph':
      return readBlocks(section.text).map(textOfBlock);
    case 'part':
      return [section.title];
    case 'text':
      return [...headingsOf(section.heading), ...readBlocks(section.text).map(textOfBlock)];
  }
};

const clean = (texts: readonly string[]): string[] => texts.map(cleanLine).filter((text) => text !== '');

/**
 * Every paragraph and heading that a file of this manuscript must have, in order. The text of each is as the author
 * wrote it, without marks.
 * @param hasHalfTitle whether the title stands alone on the first page, as in print
 */
export const listExpectedTexts = (
  manuscript: Manuscript,
  design: Pick<Design, 'chapterLabel'>,
  hasHalfTitle = false,
): string[] => {
  const texts = allSections(listSections(manuscript, design)).flatMap((section) => textsOf(section, manuscript));
  return clean(hasHalfTitle ? [titleOf(manuscript), ...texts] : texts);
};

/** The same for Markdown, where the label and the title of a chapter are one heading. */
export const listExpectedInMarkdown = (manuscript: Manuscript, design: Pick<Design, 'chapterLabel'>): string[] =>
  clean(
    allSections(listSections(manuscript, design)).flatMap((section) =>
      textsOf(section, manuscript, (heading) => [markdownHeading(heading)]),
    ),
  );

/** The same for a document in manuscript format, which has its own first page. */
export const listExpectedInManuscript = (
  manuscript: Manuscript,
  design: Pick<Design, 'chapterLabel'>,
  contact: string,
): string[] => {
  const {
    contact: [first = '', ...rest],
    words,
    title,
    lines,
    end,
  } = frameOf(manuscript, contact);
  const texts = allSections(listSections(manuscript, design))
    .filter(({ kind }) => kind !== 'title')
    .flatMap((section) => textsOf(section, manuscript));
  return clean([`${first} ${words}`, ...rest, title, ...lines, ...texts, end]);
};
