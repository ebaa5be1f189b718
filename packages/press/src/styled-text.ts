import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { parseSpans } from '@inkbear/prose/marks/spans';
import type { TextRange } from '@inkbear/prose/text-edit';
import type { FaceName } from './fonts.ts';
import { cleanText } from './manuscript.ts';

/** Text in one style, without its marks. */
export interface StyledRun {
  text: string;
  emphasis: boolean;
  strong: boolean;
}

/**
 * `lines` of a paragraph are separated by manual line breaks; most paragraphs have one line. `level` of a heading is the
 * author's; `depth` is its level below the title of the text, which has level 1, without a gap.
 */
export type Block =
  | { kind: 'paragraph'; lines: StyledRun[][] }
  | { kind: 'heading'; level: number; depth: 2 | 3; content: StyledRun[] }
  | { kind: 'scene-break' };

/** Reads a text as blocks of styled runs. No character besides the marks is lost. */
export function readBlocks(source: string): Block[] {
  const text = cleanText(source);
  let hasHeading = false;
  return parseBlocks(text).map((block): Block => {
    if (block.kind === 'paragraph') return { kind: 'paragraph', lines: readLines(text, block.lines) };
    if (block.kind === 'scene-break') return { kind: 'scene-break' };
    const { level, content } = block;
    const depth = level > 1 && hasHeading ? 3 : 2;
    hasHeading = true;
    return { kind: 'heading', level, depth, content: readLines(text, [content])[0] ?? [] };
  });
}

/** The runs of each line of one paragraph. */
function readLines(text: string, lines: readonly TextRange[]): StyledRun[][] {
  const runs: StyledRun[][] = lines.map(() => []);
  let index = 0;
  for (const { kind, from, to, emphasis, strong } of parseSpans(text, lines)) {
    while (from >= (lines[index]?.to ?? Infinity)) index += 1;
    if (kind === 'mark') continue;
    const line = runs[index] ?? [];
    const last = line.at(-1);
    // A backslash divides a run in one style.
    if (last?.emphasis === emphasis && last.strong === strong) last.text += text.slice(from, to);
    else line.push({ text: text.slice(from, to), emphasis, strong });
  }
  return runs;
}

/** Text in one face. */
export interface FacedRun {
  face: FaceName;
  text: string;
  /** Whether lower-case letters are shown as small capitals; default false. */
  smallCaps?: boolean;
}

/** Chooses the faces of runs in a text whose face is `base`. An emphasis in italic text is upright. */
export const chooseFaces = (runs: readonly StyledRun[], base: FaceName = 'regular'): FacedRun[] =>
  runs.map(({ text, emphasis, strong }) => ({ text, face: faceOf({ emphasis, strong }, base) }));

function faceOf({ emphasis, strong }: { emphasis: boolean; strong: boolean }, base: FaceName): FaceName {
  const isBold = strong || base === 'bold' || base === 'boldItalic';
  const isItalic = emphasis !== (base === 'italic' || base === 'boldItalic');
  if (isBold) return isItalic ? 'boldItalic' : 'bold';
  return isItalic ? 'italic' : 'regular';
}
