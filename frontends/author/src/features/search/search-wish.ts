/** What is looked for and where. */
export interface SearchWish {
  readonly query: string;
  readonly replacement: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  readonly scope: 'chapter' | 'book';
}

const fresh: SearchWish = { query: '', replacement: '', isCaseSensitive: false, isWholeWord: false, scope: 'chapter' };
let last = { userId: '', wish: fresh };

/** The last search in this tab: it goes along from chapter to chapter, and to nobody else who uses the browser. */
export const lastWish = {
  read: (userId: string): SearchWish => (last.userId === userId ? last.wish : fresh),
  keep: (userId: string, wish: SearchWish): void => {
    last = { userId, wish };
  },
};

/** Longer selections are text to read, not words to look for. */
const longestQuery = 120;
/** What is selected, when it can be looked for. */
export const queryFrom = (selected: string | undefined): string | null =>
  selected === undefined || selected.includes('\n') || selected.length > longestQuery ? null : selected;
