import { type SceneReply, scenesMax } from '@inkbear/contracts/books/scene';
import { firstWordsOf } from '@inkbear/prose/marks/first-words';
import { findScenes, type Scene } from '@inkbear/prose/marks/scenes';
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
    firstWords: firstWordsOf(content, scene),
    synopsis: synopsisOf(scene, synopses)?.text ?? '',
  };
}
