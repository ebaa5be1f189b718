/** The input of the typesetter. Texts may contain the light markup that `parseBlocks` and `parseInline` read. */
export interface Manuscript {
  title: string;
  subtitle?: string | undefined;
  author?: string | undefined;
  publisher?: string | undefined;
  dedication?: string | undefined;
  introduction?: string | undefined;
  synopsis?: string | undefined;
  /** A BCP 47 tag, which determines the hyphenation. */
  language: string;
  chapters: readonly ManuscriptChapter[];
}

export interface ManuscriptChapter {
  number: number;
  title: string;
  text: string;
}

/** `lines` of a paragraph are separated by manual line breaks; most paragraphs have one line. */
export type Block =
  { kind: 'paragraph'; lines: string[] } | { kind: 'heading'; level: number; text: string } | { kind: 'scene-break' };

const SCENE_BREAK = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:~\s*){3,}|#|⁂)$/;
const HEADING = /^(#{1,6})\s+(\S.*)$/;
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Normalises a text for typesetting: LF, composed characters, no control or invisible characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g, '\n')
    .replace(INVISIBLE, '')
    .normalize('NFC');

/** A title or name on one line. */
export const cleanLine = (text: string | undefined): string =>
  cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * `Title ##` → `Title`. Scans from the end, because a pattern that begins with `\s+` takes quadratic time on a long run
 * of spaces.
 */
const withoutClosingMarks = (heading: string): string => {
  let end = heading.length;
  while (heading.charAt(end - 1) === '#') end -= 1;
  const words = heading.slice(0, end).trimEnd();
  const hasClosingMarks = end < heading.length && words.length < end;
  return hasClosingMarks ? words : heading;
};

/**
 * Parses a text into blocks. Blank lines separate paragraphs, and a single line break inside a paragraph is kept as a
 * line. In a text without blank lines each line is a paragraph. `# Heading` and `***` (also `---`, `#`, `⁂`) must be on
 * their own lines.
 */
export const parseBlocks = (text: string): Block[] => {
  const blocks: Block[] = [];
  let openParagraph: string[] | undefined;
  const source = cleanText(text);
  const hasBlankLines = /\n[^\S\n]*\n/.test(source.trim());
  for (const raw of source.split('\n')) {
    const line = raw.trim();
    const heading = HEADING.exec(line);
    if (line === '') {
      openParagraph = undefined;
    } else if (SCENE_BREAK.test(line)) {
      blocks.push({ kind: 'scene-break' });
      openParagraph = undefined;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: withoutClosingMarks(heading[2] ?? '') });
      openParagraph = undefined;
    } else if (openParagraph && hasBlankLines) {
      openParagraph.push(line);
    } else {
      openParagraph = [line];
      blocks.push({ kind: 'paragraph', lines: openParagraph });
    }
  }
  return blocks;
};
