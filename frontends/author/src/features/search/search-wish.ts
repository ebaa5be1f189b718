/** What is looked for and where. */
export interface SearchWish {
  readonly query: string;
  readonly replacement: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  readonly scope: 'chapter' | 'book';
}

let last: SearchWish = { query: '', replacement: '', isCaseSensitive: false, isWholeWord: false, scope: 'chapter' };

/** The last search of this tab: it goes along from chapter to chapter. */
export const lastWish = {
  read: (): SearchWish => last,
  keep: (wish: SearchWish): void => { last = wish; },
};

/** Longer selections are text to read, not words to look for. */
const longestQuery = 120;
/** What is selected, when it can be looked for. */
export const queryFrom = (selected: string | undefined): string | null => (selected === undefined || selected.includes('\n') || selected.length > longestQuery ? null : selected);
