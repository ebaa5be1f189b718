import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { type Connection, Schema } from 'mongoose';
import type { FindingRow } from './finding.ts';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

const place = new Schema<StoryFinding['places'][number]>(
  { chapterId: text, rev: number, from: number, to: number, quote: { type: String, default: '' } },
  { _id: false, strict: 'throw' },
);

const contradiction = new Schema<NonNullable<StoryFinding['contradiction']>>(
  { name: text, aliases: { type: [String], default: [] }, kind: text, attribute: text, first: text, second: text },
  { _id: false, strict: 'throw' },
);

const decision = new Schema<NonNullable<FindingRow['decision']>>(
  { id: text, at: { type: Date, required: true } },
  { _id: false, id: false, strict: 'throw' },
);

const schema = new Schema<FindingRow>(
  {
    _id: text,
    findingId: text,
    bookId: text,
    userId: text,
    group: text,
    rule: text,
    severity: text,
    text,
    advice: { type: String, default: '' },
    names: { type: [String], default: [] },
    places: { type: [place], required: true },
    status: text,
    source: text,
    position: number,
    contradiction: { type: contradiction, default: null },
    isPresent: { type: Boolean, required: true },
    decision: { type: decision, default: null },
    comparedChapterId: { type: String },
  },
  { collection: 'story_findings', versionKey: false, strict: 'throw' },
);

export const findingModel = (connection: Connection) => connection.model<FindingRow>('StoryFinding', schema);
