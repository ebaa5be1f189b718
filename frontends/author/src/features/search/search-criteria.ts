/** The query, its options and its scope. */
export interface SearchCriteria {
  readonly query: string;
  readonly replacement: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  readonly scope: 'chapter' | 'book';
}

const empty: SearchCriteria = {
  query: '',
  replacement: '',
  isCaseSensitive: false,
  isWholeWord: false,
  scope: 'chapter',
};
let last = { userId: '', criteria: empty };

/** The last search of the user in this tab; it is kept when another chapter opens. */
export const lastSearch = {
  read: (userId: string): SearchCriteria => (last.userId === userId ? last.criteria : empty),
  save: (userId: string, criteria: SearchCriteria): void => {
    last = { userId, criteria };
  },
};

/** A longer selection is not used as a query. */
const maxQueryLength = 120;
/** The selection as a query; null when it is too long or has several lines. */
export const queryFrom = (selected: string | undefined): string | null =>
  selected === undefined || selected.includes('\n') || selected.length > maxQueryLength ? null : selected;
