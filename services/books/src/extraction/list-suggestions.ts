import type { BibleSuggestion } from '@inkbear/contracts/bible/suggestion';
import { readPage } from '@inkbear/service-kit/fit-page';
import { presentEntry, presentFact, presentRelation } from '../bible/bible.presenter.ts';
import { type BibleRepository, type SuggestionTable, suggestionTables } from '../bible/bible.repository.ts';
import { entryIdsOf, type RowOf } from '../bible/bible.ts';

type ProposedRow = RowOf<SuggestionTable>;

/** Bytes of one page of suggestions, which may have twenty quotes each. */
const pageBytes = 4 * 1024 * 1024;

/** A page of what the author has not reviewed, and the cursor of the next page. */
export async function listSuggestions(
  bible: BibleRepository,
  bookId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ suggestions: BibleSuggestion[]; next: string | null }> {
  const { page, hasMore } = await readPage(streamRows(bible, bookId, cursor), ({ row }) => row.storedBytes, {
    rows: limit,
    bytes: pageBytes,
  });
  const last = page.at(-1);
  return {
    suggestions: await presentRows(bible, bookId, page),
    next: hasMore && last ? `${last.table}:${last.row._id}` : null,
  };
}

/** The rows after a cursor, which is the table and the id of a row. */
async function* streamRows(bible: BibleRepository, bookId: string, cursor = ''): AsyncGenerator<ProposedRow> {
  const [begin = '', after = ''] = cursor.split(':', 2);
  const first = Math.max(0, suggestionTables.indexOf(begin as SuggestionTable));
  for (const [index, table] of suggestionTables.slice(first).entries())
    for await (const row of bible.streamProposals(table, bookId, index === 0 ? after : ''))
      yield { table, row } as ProposedRow;
}

/** Leaves out a row whose entry was deleted meanwhile. */
async function presentRows(
  bible: BibleRepository,
  bookId: string,
  page: readonly ProposedRow[],
): Promise<BibleSuggestion[]> {
  const ids = page.flatMap(entryIdsOf);
  const owners = new Map((await bible.findRows('entries', bookId, [...new Set(ids)])).map((row) => [row._id, row]));
  const nameOf = (id: string) => {
    const owner = owners.get(id);
    return owner && { id, name: owner.name, kind: owner.kind };
  };
  return page.flatMap(({ table, row }): BibleSuggestion[] => {
    if (table === 'entries') return [{ type: 'entry', entry: presentEntry(row) }];
    const entry = nameOf(table === 'facts' ? row.entryId : row.fromId);
    if (!entry) return [];
    if (table === 'facts') return [{ type: 'fact', of: entry, fact: presentFact(row) }];
    const otherEntry = nameOf(row.toId);
    return otherEntry ? [{ type: 'relation', of: entry, to: otherEntry, relation: presentRelation(row) }] : [];
  });
}
