import type { Revision } from '@inkbear/contracts/books/chapter';
import type { Change } from './change.ts';

/** One item of a list of revisions. */
export const presentRevision = ({ rev, at, kind, name, wordCount }: Pick<Change, 'rev' | 'at' | 'kind' | 'name' | 'wordCount'>): Revision => ({ rev, at: at.toISOString(), kind, ...(name ? { name } : {}), wordCount });
