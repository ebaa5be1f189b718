import { type Part, type SetContext, setText } from './draft.ts';
import { TRADE } from './geometry.ts';
import { layOutOpening, nameChapter } from './lay-out-opening.ts';
import { layOutBlocks } from './lay-out-text.ts';
import type { ManuscriptChapter } from './manuscript.ts';
import { paginate } from './paginate.ts';
import { readBlocks } from './styled-text.ts';

/** An introduction or a chapter. */
export interface NamedPart extends Part {
  /** Its name in contents and bookmarks. */
  name: string;
  /** The chapter number before its name in the contents; may be empty. */
  label: string;
}

/** Lays out one text with its opening. */
export const layOutPart = (
  name: { label: string; title: string },
  runningHead: string,
  text: string,
  context: SetContext,
): Part => ({
  text: context.cache([name.label, name.title, text], () =>
    setText(
      (inner) => {
        const rows = [...layOutOpening(name, TRADE, inner), ...layOutBlocks(readBlocks(text), TRADE, inner)];
        return paginate(rows, TRADE.rows);
      },
      TRADE,
      context,
    ),
  ),
  runningHead,
  hasPageNumber: true,
});

/** Lays out one chapter with its opening. */
export const layOutChapter = (chapter: ManuscriptChapter, context: SetContext): NamedPart => {
  const name = nameChapter(chapter);
  return {
    ...layOutPart(name, name.name, chapter.text, context),
    name: name.name,
    label: name.label === '' ? '' : String(chapter.number),
  };
};

export const layOutIntroduction = (text: string | undefined, context: SetContext): NamedPart[] => {
  if ((text ?? '').trim() === '') return [];
  const name = 'Introduction';
  return [{ ...layOutPart({ label: '', title: name }, name, text ?? '', context), name, label: '' }];
};
