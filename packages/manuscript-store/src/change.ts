import { setImmediate } from 'node:timers/promises';
import { applyChanges, type ChangesJson, composeChanges, parseChanges, type TextChanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/thinning';

/** Changes as `@inkbear/prose` makes and reads them. */
export type Changes = ReturnType<typeof parseChanges>;

/** What turned one revision into the next. Never changed but by thinning and naming. */
export interface Change {
  /** The revision that this change led to. */
  rev: number;
  /** Chosen by whoever sent the change; a repeat is known by it. */
  changeId: string;
  /** ChangeSet JSON as text: a list of many lines would outgrow a document. */
  changes: string;
  origins: OriginSpan[];
  at: Date;
  kind: RevisionKind;
  name?: string;
  /** Never fold this one: it was the text when its manuscript was deleted. */
  kept?: boolean;
  wordCount: number;
  isComplete: boolean;
  /** Length of `changes` and `origins` in bytes of JSON. */
  bytes: number;
  /** The whole text of this revision is kept too, and later ones are read from it: it is never folded. */
  snapshot?: true;
}

/** A change in the history, where it stands from the time its head was settled. */
export interface ChangeRow extends Change {
  /** `<itemId>:<rev>` */
  _id: string;
  itemId: string;
  /** Its change is part of the next row's; the row stays for 30 days so that a repeat of its changeId is answered. */
  folded?: true;
  /** Its author deleted it. It can be brought back for 30 days; until then it is no part of any list. */
  deletedAt?: Date;
}

/** The whole text at every hundredth revision, and wherever the changes since the last one have become long; when that revision is deleted for good, at the next that is kept. */
export interface SnapshotRow {
  /** `<itemId>:<rev>` */
  _id: string;
  itemId: string;
  rev: number;
  content: string;
}

const snapshotEvery = 100;
/** Bytes of changes after which the whole text is kept again, so that no revision is far from one. */
const snapshotBytes = 4 * 1024 * 1024;

/** Whether a revision is kept whole; `since` are the bytes of changes since the one before that was. */
export const needsSnapshot = (rev: number, since: number): boolean =>
  rev % snapshotEvery === 0 || since > snapshotBytes;
/** Revisions of earlier releases that are kept whole without saying so. */
export const isSnapshotRevision = (rev: number): boolean => rev % snapshotEvery === 0;

export function newChange({
  changes,
  ...rest
}: Omit<Change, 'changes' | 'bytes'> & { changes: TextChanges | ChangesJson }): Change {
  const json = JSON.stringify(changes);
  return { ...rest, changes: json, bytes: changeBytes(json, rest.origins) };
}

/** What a row of the history takes beside its changes: ids, times and index entries, in bytes. Counted for folded rows too. */
export const rowOverheadBytes = 256;

/** What a change in the history counts for in its author's quota. */
export const quotaBytes = ({ bytes }: Pick<Change, 'bytes'>): number => bytes + rowOverheadBytes;

export const changeBytes = (changes: string, origins: readonly OriginSpan[]): number =>
  Buffer.byteLength(changes) + (origins.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(origins)));

/** The first change of a history: an empty text at revision 1. */
export const firstChange = (at: Date): Change =>
  newChange({
    rev: 1,
    changeId: 'created',
    changes: [],
    origins: [],
    at,
    kind: 'created',
    wordCount: 0,
    isComplete: false,
  });

export const toChangeRow = (itemId: string, change: Change): ChangeRow => ({
  _id: `${itemId}:${change.rev}`,
  itemId,
  ...change,
});

/** Length of the text that stored changes apply to, in UTF-16 units. */
const baseLength = (json: ChangesJson): number =>
  json.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part[0]), 0);

export const parseStoredJson = (json: ChangesJson): Changes => parseChanges(json, baseLength(json));

export const parseStoredChanges = (changes: string): Changes => parseStoredJson(JSON.parse(changes) as ChangesJson);

/** Applies changes in order of rev: as one, because a long text is not to be written anew for each. */
export function replayChanges(text: string, changes: readonly Pick<Change, 'changes'>[]): string {
  const [first, ...others] = changes.map((change) => parseStoredChanges(change.changes));
  return first ? applyChanges(text, others.reduce(composeChanges, first)) : text;
}

/** Applies one stored change without taking it apart first: as fast as copying, however many sections it has. */
export function applyStoredChange(text: string, { changes }: Pick<Change, 'changes'>): string {
  const pieces: string[] = [];
  let position = 0;
  for (const part of JSON.parse(changes) as ChangesJson) {
    if (typeof part === 'number') {
      pieces.push(text.slice(position, position + part));
      position += part;
    } else {
      const [removed, ...lines] = part;
      pieces.push(lines.join('\n'));
      position += removed;
    }
  }
  return pieces.join('') + text.slice(position);
}

/** A change of more units is applied by itself; smaller ones are composed until they have so many together. */
const portionUnits = 32 * 1024;

/** Applies changes of any number and size in their order; only a few are in memory, and between portions the event loop goes on with other requests. */
export async function replayInChunks(text: string, changes: AsyncIterable<Pick<Change, 'changes'>>): Promise<string> {
  let replayed = text;
  let portion: Pick<Change, 'changes'>[] = [];
  let units = 0;
  const apply = async (): Promise<void> => {
    const [only, ...others] = portion;
    if (only) replayed = others.length === 0 ? applyStoredChange(replayed, only) : replayChanges(replayed, portion);
    [portion, units] = [[], 0];
    await setImmediate();
  };
  for await (const change of changes) {
    if (portion.length > 0 && units + change.changes.length > portionUnits) await apply();
    portion.push(change);
    units += change.changes.length;
  }
  await apply();
  return replayed;
}
