import { type SceneReply, scenesMax } from '@inkbear/contracts/books/scene';
import { parseBlocksOfPart, styledLines } from '@inkbear/prose/marks/blocks';
import { findScenes, type Scene } from '@inkbear/prose/marks/scenes';
import { parseSpans } from '@inkbear/prose/marks/spans';
import type { TextRange } from '@inkbear/prose/text-edit';
import { countWords } from '@inkbear/prose/word-count';
import type { ChapterRow } from '../chapters/chapter.ts';
import { synopsisOf } from '../chapters/synopses.ts';

/** The scenes of a chapter, up to the number that a reply may list. */
export function listScenes(chapter: Pick<ChapterRow, 'content' | 'synopses'>): SceneReply[] {
  return findScenes(chapter.content, scenesMax).map((scene, index) => toScene(chapter, scene, index));
}

function toScene(
  { content, synopses = [] }: Pick<ChapterRow, 'content' | 'synopses'>,
  scene: Scene,
  index: number,
): SceneReply {
  const { from, to } = scene;
  return {
    index,
    from,
    to,
    words: countWords(content.slice(from, to)),
    firstWords: firstWordsOf(content.slice(from, Math.min(to, from + maxReadUnits))),
    synopsis: synopsisOf(scene, synopses)?.text ?? '',
  };
}

/** Units of a scene that are read for its first words: white space and marks may come before them. */
const maxReadUnits = 400;
const maxFirstWordsUnits = 80;

/** The first words of a text on one line, without the marks of headings and emphasis. */
function firstWordsOf(text: string): string {
  const words = parseBlocksOfPart(text, false)
    .flatMap(styledLines)
    .flatMap((line) => printedText(text, line).split(/\s+/))
    .filter((word) => word !== '');
  let line = words.shift()?.slice(0, maxFirstWordsUnits) ?? '';
  for (const word of words) {
    if (line.length + 1 + word.length > maxFirstWordsUnits) break;
    line += ` ${word}`;
  }
  return line.toWellFormed();
}

const printedText = (text: string, line: TextRange): string =>
  parseSpans(text, [line])
    .filter(({ kind }) => kind === 'text')
    .map(({ from, to }) => text.slice(from, to))
    .join('');
