import type { Design } from '../design.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import { allSections, listSections, type Section } from '../sections.ts';
import { escapeMarkdown, textToMarkdown } from './markdown-text.ts';

/** Headings of texts are below those of chapters, which are below the title. */
const textDepth = 2;

/** A heading and a text, of which one may be empty. */
const block = (heading: string, text: string): string =>
  [heading === '' ? '' : `## ${escapeMarkdown(heading)}`, textToMarkdown(text, textDepth)]
    .filter((part) => part !== '')
    .join('\n\n');

/** A chapter's label and title in one heading. */
export const markdownHeading = ({ label, title }: { label: string; title: string }): string =>
  label === '' ? title : `${label}: ${title}`;

const sectionToMarkdown = (section: Section, manuscript: Manuscript): string => {
  switch (section.kind) {
    case 'title': {
      const lines = [manuscript.subtitle, manuscript.author, manuscript.publisher].map(cleanLine).filter(Boolean);
      const title = `# ${escapeMarkdown(titleOf(manuscript))}`;
      return [title, ...lines.map(escapeMarkdown)].join('\n\n');
    }
    case 'also-by':
      return block(cleanLine(section.title), section.text);
    case 'copyright':
    case 'dedication':
    case 'epigraph':
      return textToMarkdown(section.text, textDepth);
    case 'part':
      return `# ${escapeMarkdown(section.title)}`;
    case 'text':
      return block(markdownHeading(section.heading), section.text);
  }
};

/** Metadata as YAML; JSON strings are valid in it. */
const frontMatter = (manuscript: Manuscript, date: number): string => {
  const { title, subtitle, author, publisher, isbn, language } = manuscript;
  const fields = Object.entries({ title, subtitle, author, publisher, isbn, language }).flatMap(([name, value]) => {
    const text = cleanLine(value);
    return text === '' ? [] : [`${name}: ${JSON.stringify(text)}`];
  });
  return ['---', ...fields, `date: ${new Date(date).toISOString().slice(0, 10)}`, '---'].join('\n');
};

export interface MarkdownOptions {
  design: Pick<Design, 'chapterLabel'>;
  /** Milliseconds since the epoch. */
  date: number;
}

/** Writes a book as CommonMark with metadata in YAML, in the order of every format, without a table of contents. */
export const writeMarkdown = (manuscript: Manuscript, { design, date }: MarkdownOptions): string => {
  const sections = allSections(listSections(manuscript, design));
  const texts = sections.map((section) => sectionToMarkdown(section, manuscript)).filter((text) => text !== '');
  return `${[frontMatter(manuscript, date), ...texts].join('\n\n')}\n`;
};
