import { type ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { mergeTexts } from '@inkbear/prose/merge-texts';
import { mapOrigins, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';
import { countWords, countWordsDelta } from '@inkbear/prose/word-count';
import type { BatchRow, SaveKind, StoredText } from '@inkbear/web-kit/journal/unload-copy.ts';

/** A batch with its changes parsed. */
export interface Batch extends Omit<BatchRow, 'changes'> {
  readonly changes: ChangeSet;
}

export interface Conflict {
  readonly mine: string;
  readonly theirs: StoredText;
  readonly merged: string;
}

/** `attempt`: how many times in a row the quota refused the save, from 1. */
export interface QuotaRefusal {
  readonly message: string;
  readonly attempt: number;
}

export type Phase =
  | { readonly name: 'clean' }
  /** Waits for a pause in typing. */
  | { readonly name: 'dirty' }
  /** `refusal`: this is a retry of a save that the quota refused; the refusal is shown until the server accepts it. */
  | { readonly name: 'sending'; readonly refusal: QuotaRefusal | null }
  /** Retries automatically. */
  | { readonly name: 'retrying'; readonly attempt: number; readonly isOffline: boolean }
  | { readonly name: 'signed-out' }
  /** The server rejects the changes; retried after the next edit or by the author. */
  | { readonly name: 'refused'; readonly message: string }
  /** The storage quota is used up. Retried with backoff; an edit does not retry, because it needs storage as well. */
  | ({ readonly name: 'over-quota' } & QuotaRefusal)
  | { readonly name: 'conflict'; readonly conflict: Conflict };

export interface SaveModel {
  readonly phase: Phase;
  /** The last acknowledged text. */
  readonly base: { readonly rev: number; readonly text: Text };
  /** From `base` to `head`, in order. */
  readonly batches: readonly Batch[];
  readonly head: Text;
  readonly words: number;
}
/** The next model, with the changes that the editor must apply to its text; null when it needs none. */
export interface Transition {
  readonly model: SaveModel;
  readonly changes: ChangeSet | null;
}
export type Choice = 'mine' | 'theirs' | 'both';

export const toText = (text: string): Text => Text.of(text.split('\n'));
export const isDirty = ({ batches }: SaveModel): boolean => batches.length > 0;
const clean: Phase = { name: 'clean' };
const dirty: Phase = { name: 'dirty' };

/** The model of a loaded document with the unsaved batches of its journal. */
export function openModel(stored: StoredText, batches: readonly Batch[] = []): SaveModel {
  const text = toText(stored.text);
  const head = batches.reduce((before, { changes }) => changes.apply(before), text);
  return {
    phase: batches.length === 0 ? clean : dirty,
    base: { rev: stored.rev, text },
    batches,
    head,
    words: countWords(head.toString()),
  };
}

export interface EditMeta {
  readonly kind?: SaveKind;
  readonly origins?: readonly OriginSpan[];
  readonly changeId: string;
  readonly now: number;
}

/** Adds an author's change. Typing joins the open batch; other kinds always become a separate revision. */
export function edit(
  model: SaveModel,
  changes: ChangeSet,
  { kind = 'autosave', origins = [], changeId, now }: EditMeta,
): SaveModel {
  const last = model.batches.at(-1);
  const joins = last !== undefined && !last.sealed && last.kind === 'autosave' && kind === 'autosave';
  const batch: Batch = joins
    ? {
        ...last,
        changes: last.changes.compose(changes),
        origins: overlayOrigins(mapOrigins(last.origins, changes), origins),
      }
    : { changeId, changes, origins, kind, sealed: false, asText: false, since: now };
  const head = changes.apply(model.head);
  return {
    ...model,
    phase: phaseAfterEdit(model.phase, head),
    batches: joins ? [...model.batches.slice(0, -1), batch] : [...model.batches, batch],
    head,
    words: model.words + countWordsDelta(model.head, changes),
  };
}

function phaseAfterEdit(phase: Phase, head: Text): Phase {
  if (phase.name === 'clean' || phase.name === 'refused') return dirty;
  // Keep the author's side of the conflict notice up to date.
  return phase.name === 'conflict' ? { ...phase, conflict: { ...phase.conflict, mine: head.toString() } } : phase;
}

/** The last quota refusal, unless another reply has come since. */
export function quotaRefusalOf({ phase }: SaveModel): QuotaRefusal | null {
  if (phase.name === 'over-quota') return { message: phase.message, attempt: phase.attempt };
  return phase.name === 'sending' ? phase.refusal : null;
}

/** Seals the oldest batch for sending; batches without effect are dropped. */
export function seal(model: SaveModel): SaveModel {
  const at = model.batches.findIndex(({ sealed, changes }) => sealed || !changes.empty);
  const [first, ...rest] = at === -1 ? [] : model.batches.slice(at);
  if (first === undefined) return { ...model, batches: [], phase: clean };
  return {
    ...model,
    batches: [{ ...first, sealed: true }, ...rest],
    phase: { name: 'sending', refusal: quotaRefusalOf(model) },
  };
}

/** The server has stored the oldest batch as revision `rev`. */
export function acknowledge(model: SaveModel, rev: number): SaveModel {
  const [first, ...rest] = model.batches;
  if (first === undefined) throw new Error('Nothing was sent.');
  return {
    ...model,
    base: { rev, text: first.changes.apply(model.base.text) },
    batches: rest,
    phase: rest.length === 0 ? clean : dirty,
  };
}

export const withPhase = (model: SaveModel, phase: Phase): SaveModel => ({ ...model, phase });

/** The server rejected the changes as invalid: send the full text instead. */
export function sendAsText(model: SaveModel): SaveModel {
  const [first, ...rest] = model.batches;
  return first === undefined ? model : { ...model, batches: [{ ...first, asText: true }, ...rest], phase: dirty };
}

/**
 * After a refusal: merges the waiting batches and unseals them, so that later edits can join. They get new change ids,
 * because an earlier try may have arrived although its reply was lost; under the old id the server would replay that
 * reply and ignore the longer change.
 */
export function refuse(
  model: SaveModel,
  phase: Extract<Phase, { name: 'refused' | 'over-quota' }>,
  newId: () => string,
): SaveModel {
  const batches: Batch[] = [];
  for (const batch of model.batches) {
    const last = batches.at(-1);
    if (last?.kind === 'autosave' && batch.kind === 'autosave')
      batches[batches.length - 1] = {
        ...last,
        changes: last.changes.compose(batch.changes),
        origins: overlayOrigins(mapOrigins(last.origins, batch.changes), batch.origins),
      };
    else batches.push({ ...batch, changeId: newId(), sealed: false, asText: false });
  }
  return { ...model, batches, phase };
}

/** What a rebase needs for its new batches. */
export interface IdsAndTime {
  readonly newId: () => string;
  readonly now: number;
}

interface RevisionText {
  readonly text: string;
  readonly kind: SaveKind;
  readonly origins: readonly OriginSpan[];
}

/** The text after each batch, with the origins of its words. */
function textsOf({ base, batches }: SaveModel): RevisionText[] {
  let text = base.text;
  let spans: OriginSpan[] = [];
  return batches.map(({ changes, origins, kind }) => {
    text = changes.apply(text);
    spans = overlayOrigins(mapOrigins(spans, changes), origins);
    return { text: text.toString(), kind, origins: spans };
  });
}

const originsOf = (model: SaveModel): readonly OriginSpan[] => textsOf(model).at(-1)?.origins ?? [];

/**
 * The texts between `base` and `head` that must become revisions: those of a conflict, and the texts before and after a
 * change that was not typed. A required autosave becomes a `conflict`, so that the next rebase keeps it too.
 */
const requiredRevisions = (model: SaveModel): RevisionText[] =>
  textsOf(model)
    .filter(
      ({ kind }, index, steps) =>
        index < steps.length - 1 && (kind !== 'autosave' || steps[index + 1]?.kind !== 'autosave'),
    )
    .map((step) => ({ ...step, kind: step.kind === 'autosave' ? 'conflict' : step.kind }));

/** The kind of a merged batch: the most protected one of its parts. */
const strongestKind = ({ batches }: SaveModel): SaveKind =>
  (['conflict', 'ai', 'replace'] as const).find((kind) => batches.some((batch) => batch.kind === kind)) ?? 'autosave';

function rebased(
  model: SaveModel,
  theirs: StoredText,
  steps: readonly RevisionText[],
  { newId, now }: IdsAndTime,
): Transition {
  const since = model.batches[0]?.since ?? now;
  const batches: Batch[] = [];
  let before = theirs.text;
  for (const { text, kind, origins } of steps) {
    const changes = diffToChanges(before, text);
    if (!changes.empty)
      batches.push({ changeId: newId(), changes, origins, kind, sealed: false, asText: false, since });
    before = text;
  }
  const changes = diffToChanges(model.head.toString(), before);
  return { model: openModel(theirs, batches), changes: changes.empty ? null : changes };
}

/** Rebases on a newer text of the server. Edits in different places are merged, overlapping ones become a conflict. */
export function rebaseOnServer(model: SaveModel, theirs: StoredText, idsAndTime: IdsAndTime): Transition {
  const [first] = model.batches;
  // Only the reply to our save was lost.
  if (first?.sealed === true && first.changes.apply(model.base.text).toString() === theirs.text)
    return { model: acknowledge(model, theirs.rev), changes: null };
  const mine = model.head.toString();
  const { merged, hasConflicts } = mergeTexts(model.base.text.toString(), mine, theirs.text);
  if (hasConflicts)
    return { model: withPhase(model, { name: 'conflict', conflict: { mine, theirs, merged } }), changes: null };
  const origins = mapOrigins(originsOf(model), diffToChanges(mine, merged));
  return rebased(
    model,
    theirs,
    [...requiredRevisions(model), { text: merged, kind: strongestKind(model), origins }],
    idsAndTime,
  );
}

/** Applies the author's choice in a conflict. Both texts become revisions whatever the choice. */
export function resolve(model: SaveModel, choice: Choice, idsAndTime: IdsAndTime): Transition {
  if (model.phase.name !== 'conflict') return { model, changes: null };
  const { theirs } = model.phase.conflict;
  const mine = { text: model.head.toString(), kind: 'conflict' as const, origins: originsOf(model) };
  // Merge again, because the text may have changed since the conflict began.
  const chosenText = () =>
    choice === 'theirs' ? theirs.text : mergeTexts(model.base.text.toString(), mine.text, theirs.text).merged;
  const chosen = choice === 'mine' ? [] : [{ text: chosenText(), kind: 'conflict' as const, origins: [] }];
  return rebased(model, theirs, [...requiredRevisions(model), mine, ...chosen], idsAndTime);
}
