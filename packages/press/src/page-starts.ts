import type { TextElement, TextLine, TextPosition } from './page.ts';
import type { PageRows } from './paginate.ts';

const softHyphen = '\u00ad';

/** How many characters of the text a line shows, without white space and its hyphen. */
const countCharacters = ({ words }: TextLine): number => {
  let count = 0;
  for (const { pieces } of words)
    for (const piece of pieces) for (const { text } of piece) if (text !== softHyphen) count += text.length;
  return count;
};

const charactersOn = (page: PageRows, element: TextElement): number =>
  page.reduce((sum, { row }) => {
    if (row.element !== element || !row.line) return sum;
    const initials = row.initials?.reduce((count, { line }) => count + countCharacters(line), 0) ?? 0;
    return sum + initials + countCharacters(row.line);
  }, 0);

/** Where each page begins in its text. The first one begins with it. */
export const listStarts = (pages: readonly PageRows[]): (TextPosition | undefined)[] => {
  let open: { element: TextElement; character: number } | undefined;
  return pages.map((page, index) => {
    const elements = page.flatMap(({ row }) => (row.element?.block === undefined ? [] : [row.element]));
    const [first, last] = [elements[0], elements.at(-1)];
    const continued = open?.element === first ? (open?.character ?? 0) : 0;
    const before = last !== undefined && open?.element === last ? open.character : 0;
    open = last && { element: last, character: before + charactersOn(page, last) };
    if (index === 0) return { block: 0, character: 0 };
    return first?.block === undefined ? undefined : { block: first.block, character: continued };
  });
};
