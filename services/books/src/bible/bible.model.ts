import type { Evidence, StoryPoint } from '@inkbear/contracts/bible/entry';
import { type Connection, Schema } from 'mongoose';
import type { DismissalRow, EntryRow, FactRow, RelationRow } from './bible.ts';
import type { UndoRecord, DecisionRow } from './decision.ts';

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: '' } as const;
const number = { type: Number, required: true } as const;
const flag = { type: Boolean, required: true } as const;

const options = (collection: string) => ({ collection, versionKey: false, strict: 'throw', minimize: false }) as const;
const subdocumentOptions = { _id: false, strict: 'throw' } as const;

const row = {
  _id: text,
  bookId: text,
  userId: text,
  rev: number,
  readingWrites: { type: Number, required: false },
  storedBytes: number,
};
const reviewState = { status: text, source: text };

const point = new Schema<StoryPoint>({ chapterId: text, at: number }, subdocumentOptions);
const evidence = new Schema<Evidence>(
  { chapterId: text, rev: number, from: number, to: number, quote: optionalText, state: text },
  subdocumentOptions,
);
const validity = { since: { type: point, default: null }, until: { type: point, default: null } };

const entries = new Schema<EntryRow>(
  {
    ...row,
    ...reviewState,
    kind: text,
    name: text,
    aliases: { type: [String], default: [] },
    summary: optionalText,
    notes: optionalText,
    tracked: flag,
    caseSensitive: flag,
    inPrompt: text,
    when: {
      type: new Schema(
        {
          date: String,
          weekday: Number,
          relativeTo: { type: new Schema({ eventId: text, days: number }, subdocumentOptions), required: false },
        },
        subdocumentOptions,
      ),
      required: false,
    },
    nameKey: text,
    searchKeys: { type: [String], required: true },
    seenIn: { type: [String], default: undefined },
  },
  options('bible_entries'),
);
const facts = new Schema<FactRow>(
  {
    ...row,
    ...reviewState,
    ...validity,
    entryId: text,
    attribute: text,
    value: text,
    modality: text,
    holderId: { type: String, required: false },
    knownBy: { type: [String], default: null },
    replaces: { type: String, required: false },
    evidence: { type: [evidence], default: [] },
  },
  options('bible_facts'),
);
const relations = new Schema<RelationRow>(
  {
    ...row,
    ...reviewState,
    ...validity,
    fromId: text,
    toId: text,
    type: text,
    evidence: { type: [evidence], default: [] },
  },
  options('bible_relations'),
);
const dismissals = new Schema<DismissalRow>(row, options('bible_dismissals'));

const decisions = new Schema<DecisionRow>(
  { _id: text, bookId: text, userId: text, at: { type: Date, required: true }, storedBytes: number },
  options('bible_decisions'),
);
const undoRecords = new Schema<UndoRecord>(
  {
    _id: text,
    decisionId: text,
    bookId: text,
    userId: text,
    table: text,
    rowId: text,
    /** A row of the table, as it was. */
    before: { type: Schema.Types.Mixed, default: null },
    revAfter: { type: Number, default: null },
    lastRev: number,
  },
  options('bible_decided_rows'),
);

export const bibleModels = (connection: Connection) => ({
  entries: connection.model<EntryRow>('BibleEntry', entries),
  facts: connection.model<FactRow>('BibleFact', facts),
  relations: connection.model<RelationRow>('BibleRelation', relations),
  dismissals: connection.model<DismissalRow>('BibleDismissal', dismissals),
  decisions: connection.model<DecisionRow>('BibleDecision', decisions),
  undoRecords: connection.model<UndoRecord>('BibleDecidedRow', undoRecords),
});
