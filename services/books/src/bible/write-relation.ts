import type { RelationFields } from '@inkbear/contracts/bible/bible';
import { ProblemError } from '@inkbear/service-kit/problem';
import { deleteRow, insertRow, type RelationRow, updateRow } from './bible.ts';
import { type BibleDeps, writeBible } from './write-bible.ts';
import { requireUnlocked, statusAfterEdit } from './write-entry.ts';
import { invalid, type EntryChildTarget, requireChapters } from './write-fact.ts';

interface RelationTarget extends EntryChildTarget {
  readonly relationId: string;
}

/** Adds a relation of an entry to another one. */
export const createRelation = (
  deps: BibleDeps,
  { entryId, ...bibleRef }: EntryChildTarget,
  sent: RelationFields,
): Promise<string> =>
  writeBible(deps, bibleRef, 'create', async () => {
    await requireRelationFits(deps, bibleRef.bookId, entryId, sent);
    const owner = { _id: deps.newId(), ...bibleRef, fromId: entryId };
    return [
      insertRow('relations', { ...owner, ...toFields(sent), evidence: [], status: 'accepted', source: 'author' }),
    ];
  });

/** Replaces a relation that begins at this entry. A proposed one becomes accepted. */
export const updateRelation = (
  deps: BibleDeps,
  { entryId, relationId, ...bibleRef }: RelationTarget,
  sent: RelationFields,
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const relation = await getRelation(deps, bibleRef.bookId, relationId);
    if (relation.fromId !== entryId) throw new ProblemError('bible.not_found');
    await requireRelationFits(deps, bibleRef.bookId, entryId, sent);
    return [updateRow('relations', relation, { ...toFields(sent), status: statusAfterEdit(relation) })];
  });

/** Deletes a relation from or to this entry. Throws 409 when it is locked. */
export const deleteRelation = (
  deps: BibleDeps,
  { entryId, relationId, ...bibleRef }: RelationTarget,
): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const relation = await getRelation(deps, bibleRef.bookId, relationId);
    if (relation.fromId !== entryId && relation.toId !== entryId) throw new ProblemError('bible.not_found');
    requireUnlocked(relation);
    return [deleteRow('relations', relation)];
  });

const toFields = (sent: RelationFields): RelationFields => ({ ...sent, type: sent.type.toWellFormed() });

async function getRelation({ bible }: BibleDeps, bookId: string, id: string): Promise<RelationRow> {
  const [relation] = await bible.findRows('relations', bookId, [id]);
  if (!relation) throw new ProblemError('bible.not_found');
  return relation;
}

async function requireRelationFits(
  deps: BibleDeps,
  bookId: string,
  entryId: string,
  { toId, since, until }: RelationFields,
): Promise<void> {
  if (toId === entryId) throw invalid('toId', 'Please choose another entry.');
  await deps.bible.getEntry(bookId, entryId);
  await deps.bible.getEntry(bookId, toId);
  await requireChapters(deps, bookId, [since, until]);
}
