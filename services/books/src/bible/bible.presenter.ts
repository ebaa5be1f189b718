import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { BibleEntry, BibleFact, BibleRelation } from '@inkbear/contracts/bible/entry';
import { authorRevOf, type EntryRow, type FactRow, type RelationRow } from './bible.ts';
import type { EntryDetails } from './read-entry.ts';

export const presentEntry = (row: EntryRow): BibleEntry => ({
  id: row._id,
  bookId: row.bookId,
  kind: row.kind,
  name: row.name,
  aliases: row.aliases,
  summary: row.summary,
  notes: row.notes,
  tracked: row.tracked,
  caseSensitive: row.caseSensitive,
  inPrompt: row.inPrompt,
  ...(row.when && { when: row.when }),
  status: row.status,
  source: row.source,
  rev: authorRevOf(row),
});

export const presentFact = (row: FactRow): BibleFact => ({
  id: row._id,
  entryId: row.entryId,
  attribute: row.attribute,
  value: row.value,
  since: row.since,
  until: row.until,
  modality: row.modality,
  ...(row.holderId !== undefined && { holderId: row.holderId }),
  knownBy: row.knownBy,
  ...(row.replaces !== undefined && { replaces: row.replaces }),
  evidence: row.evidence,
  status: row.status,
  source: row.source,
});

export const presentRelation = (row: RelationRow): BibleRelation => ({
  id: row._id,
  fromId: row.fromId,
  toId: row.toId,
  type: row.type,
  since: row.since,
  until: row.until,
  evidence: row.evidence,
  status: row.status,
  source: row.source,
});

export const presentEntryDetails = ({ entry, facts, relations }: EntryDetails): BibleEntryDetails => ({
  ...presentEntry(entry),
  facts: facts.map(presentFact),
  relations: relations.map(presentRelation),
});
