import type { EntryFields } from '@inkbear/contracts/bible/bible';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from './bible.repository.ts';
import { authorRevOf, deleteRow, type EntryRow, insertRow, nameKeyOf, replaceRow, toEntryFields } from './bible.ts';
import { type BibleDeps, type BibleRef, writeBible } from './write-bible.ts';

interface EntryTarget extends BibleRef {
  readonly entryId: string;
}
/** Null to write whatever the stored revision is. */
type BaseRev = number | null;

/**
 * Adds an entry. If an entry with this name is proposed, that one is replaced and accepted instead, and keeps what was
 * found for it. Returns the id of the entry and that of the decision.
 */
export async function createEntry(deps: BibleDeps, bibleRef: BibleRef, sent: EntryFields) {
  const { bible, newId } = deps;
  let entryId = newId();
  const decisionId = await writeBible(deps, bibleRef, 'create', async () => {
    await requireEvent(bible, bibleRef.bookId, sent);
    const [known] = await bible.findByNames(bibleRef.bookId, [nameKeyOf(sent.name)]);
    const proposed = known?.status === 'proposed' ? known : null;
    entryId = proposed?._id ?? entryId;
    const aliases = proposed && sent.aliases.length === 0 ? proposed.aliases : sent.aliases;
    const fields = toEntryFields({ ...sent, aliases });
    const entry = { _id: entryId, ...bibleRef, ...fields, status: 'accepted', source: 'author' } as const;
    return [proposed ? replaceRow('entries', proposed, entry) : insertRow('entries', entry)];
  });
  return { entryId, decisionId };
}

/** Replaces the author's fields of an entry. A proposed entry becomes accepted, a locked one stays locked. */
export const updateEntry = (
  deps: BibleDeps,
  { entryId, ...bibleRef }: EntryTarget,
  sent: EntryFields,
  baseRev: BaseRev,
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const entry = await getAt(deps.bible, bibleRef.bookId, entryId, baseRev);
    await requireEvent(deps.bible, bibleRef.bookId, sent);
    const { _id, source } = entry;
    return [
      replaceRow('entries', entry, {
        _id,
        ...bibleRef,
        ...toEntryFields(sent),
        source,
        status: statusAfterEdit(entry),
      }),
    ];
  });

/** Deletes an entry with its facts and relations. Throws 409 when it is locked. */
export const deleteEntry = (
  deps: BibleDeps,
  { entryId, ...bibleRef }: EntryTarget,
  baseRev: BaseRev,
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const entry = await getAt(deps.bible, bibleRef.bookId, entryId, baseRev);
    requireUnlocked(entry);
    const facts = await deps.bible.listFactsOf(bibleRef.bookId, [entryId]);
    const relations = await deps.bible.listRelationsOf(bibleRef.bookId, [entryId]);
    return [
      deleteRow('entries', entry),
      ...facts.map((fact) => deleteRow('facts', fact)),
      ...relations.map((relation) => deleteRow('relations', relation)),
    ];
  });

/** A row that the author edits is accepted, and a locked one stays locked. */
export const statusAfterEdit = ({ status }: Pick<EntryRow, 'status'>): EntryRow['status'] =>
  status === 'locked' ? 'locked' : 'accepted';

export function requireUnlocked({ status }: Pick<EntryRow, 'status'>): void {
  if (status === 'locked') throw new ProblemError('bible.locked');
}

async function getAt(bible: BibleRepository, bookId: string, entryId: string, baseRev: BaseRev): Promise<EntryRow> {
  const entry = await bible.getEntry(bookId, entryId);
  const rev = authorRevOf(entry);
  if (baseRev !== null && rev !== baseRev) throw new ProblemError('bible.stale_revision', { rev });
  return entry;
}

/** Throws 404 when the date is relative to something that is not an event of this bible. */
async function requireEvent(bible: BibleRepository, bookId: string, { when }: EntryFields): Promise<void> {
  const eventId = when?.relativeTo?.eventId;
  if (eventId === undefined) return;
  const [event] = await bible.findRows('entries', bookId, [eventId]);
  if (event?.kind !== 'event') throw new ProblemError('bible.not_found');
}
