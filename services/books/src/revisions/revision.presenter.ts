import type { Revision } from '@inkbear/contracts/books/chapter';
import type { ChangeRow } from './revision.ts';

export const presentRevision = ({ rev, at, kind, name, wordCount }: Pick<ChangeRow, 'rev' | 'at' | 'kind' | 'name' | 'wordCount'>): Revision => ({ rev, at: at.toISOString(), kind, ...(name ? { name } : {}), wordCount });
