import { type ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { mergeTexts } from '@inkbear/prose/merge-texts';
import { mapOrigins, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';
import { countWords, countWordsDelta } from '@inkbear/prose/word-count';

/** A text as the server has it. */
export interface Stored {
  readonly rev: number;
  readonly text: string;
}
/** `replace`: many words at one stroke by the author, who may want the text from before. */
export type SaveKind = 'autosave' | 'ai' | 'conflict' | 'replace';

/** What becomes one revision. Once sealed it never changes again, so that it can be sent twice under one changeId. */
export interface Batch {
  readonly changeId: string;
  readonly changes: ChangeSet;
  /** Spans of the text after the changes that were not typed. */
  readonly origins: readonly OriginSpan[];
  readonly kind: SaveKind;
  readonly sealed: boolean;
  /** The server refused the changes: send the full text instead. */
  readonly asText: boolean;
  /** When its first change was made, in milliseconds. */
  readonly since: number;
}

export interface Conflict {
  readonly mine: string;
  readonly theirs: Stored;
  readonly merged: string;
}

/** `attempt`: how many times in a row the quota refused the save, from 1. */
export interface QuotaRefusal {
  readonly message: string;
  readonly attempt: number;
}

export type Phase =
  | { readonly name: 'clean' }
  /** Waits for a pause in the typing. */
  | { readonly name: 'dirty' }
  /** `refusal`: a retry of what the quota refused; it is shown until the server accepts the save. */
  | { readonly name: 'sending'; readonly refusal: QuotaRefusal | null }
  /** Tries again by itself. */
  | { readonly name: 'retrying'; readonly attempt: number; readonly isOffline: boolean }
  | { readonly name: 'signed-out' }
  /** The server will not take it; the next edit or the author tries again. */
  | { readonly name: 'refused'; readonly message: string }
  /**
   * The user's storage quota is used up. Retried with backoff; an edit does not retry, because it needs room as well.
   */
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
/** A move that also changes the text in the editor; `changes` apply to the head before it. */
export interface Transition {
  readonly model: SaveModel;
  readonly changes: ChangeSet | null;
}
export type Choice = 'mine' | 'theirs' | 'both';

export const toText = (text: string): Text => Text.of(text.split('\n'));
export const isDirty = ({ batches }: SaveModel): boolean => batches.length > 0;
const clean: Phase = { name: 'clean' };
const dirty: Phase = { name: 'dirty' };

/** A document as it was loaded, with what a journal still holds for it. */
export function openModel(stored: Stored, batches: readonly Batch[] = []): SaveModel {
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

/** The author's change. Typing joins the open batch; what AI wrote is always a revision of its own. */
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
  // What is shown as mine is what would be kept.
  return phase.name === 'conflict' ? { ...phase, conflict: { ...phase.conflict, mine: head.toString() } } : phase;
}

/** What the quota said last, as long as no other answer came since. */
export function quotaRefusalOf({ phase }: SaveModel): QuotaRefusal | null {
  if (phase.name === 'over-quota') return { message: phase.message, attempt: phase.attempt };
  return phase.name === 'sending' ? phase.refusal : null;
}

/** Makes the oldest batch ready to send; changes that came to nothing are dropped. */
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

/** The server has the oldest batch as revision `rev`. */
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

/** The changes do not fit what the server has: the full text goes instead. */
export function sendAsText(model: SaveModel): SaveModel {
  const [first, ...rest] = model.batches;
  return first === undefined ? model : { ...model, batches: [{ ...first, asText: true }, ...rest], phase: dirty };
}

/**
 * The server will not have it: what waits may be changed again, and goes as one change when it does. Under a new id,
 * because an earlier try under the old one may have arrived although its reply was lost, and would be answered in place
 * of the longer change.
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

export interface Stamp {
  readonly newId: () => string;
  readonly now: number;
}

interface Step {
  readonly text: string;
  readonly kind: SaveKind;
  readonly origins: readonly OriginSpan[];
}

/** The text after each batch, and where its words come from. */
function stepsOf({ base, batches }: SaveModel): Step[] {
  let text = base.text;
  let spans: OriginSpan[] = [];
  return batches.map(({ changes, origins, kind }) => {
    text = changes.apply(text);
    spans = overlayOrigins(mapOrigins(spans, changes), origins);
    return { text: text.toString(), kind, origins: spans };
  });
}

const originsOf = (model: SaveModel): readonly OriginSpan[] => stepsOf(model).at(-1)?.origins ?? [];

/**
 * Texts on the way to `head` that must be in the history: those of a conflict, and the text before and after what was
 * not typed. A kept autosave becomes a `conflict`, so that the promise holds through the next meeting as well.
 */
const promised = (model: SaveModel): Step[] =>
  stepsOf(model)
    .filter(
      ({ kind }, index, steps) =>
        index < steps.length - 1 && (kind !== 'autosave' || steps[index + 1]?.kind !== 'autosave'),
    )
    .map((step) => ({ ...step, kind: step.kind === 'autosave' ? 'conflict' : step.kind }));

/** The most careful kind among what is joined. */
const joinedKind = ({ batches }: SaveModel): SaveKind =>
  (['conflict', 'ai', 'replace'] as const).find((kind) => batches.some((batch) => batch.kind === kind)) ?? 'autosave';

function rebased(model: SaveModel, theirs: Stored, steps: readonly Step[], { newId, now }: Stamp): Transition {
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

/**
 * The server has another text than `base`: edits apart from each other are joined, others are for the author to decide.
 */
export function rebaseOnServer(model: SaveModel, theirs: Stored, stamp: Stamp): Transition {
  const [first] = model.batches;
  // The reply to a save was lost, and the save was not.
  if (first?.sealed === true && first.changes.apply(model.base.text).toString() === theirs.text)
    return { model: acknowledge(model, theirs.rev), changes: null };
  const mine = model.head.toString();
  const { merged, conflicts } = mergeTexts(model.base.text.toString(), mine, theirs.text);
  if (conflicts)
    return { model: withPhase(model, { name: 'conflict', conflict: { mine, theirs, merged } }), changes: null };
  const origins = mapOrigins(originsOf(model), diffToChanges(mine, merged));
  return rebased(model, theirs, [...promised(model), { text: merged, kind: joinedKind(model), origins }], stamp);
}

/**
 * The author decided. My text is saved as a revision of its own whatever the choice, so that both stay in the history.
 */
export function resolve(model: SaveModel, choice: Choice, stamp: Stamp): Transition {
  if (model.phase.name !== 'conflict') return { model, changes: null };
  const { theirs } = model.phase.conflict;
  const mine = { text: model.head.toString(), kind: 'conflict' as const, origins: originsOf(model) };
  // Merged anew: the text may have changed since the conflict began.
  const chosenText = () =>
    choice === 'theirs' ? theirs.text : mergeTexts(model.base.text.toString(), mine.text, theirs.text).merged;
  const chosen = choice === 'mine' ? [] : [{ text: chosenText(), kind: 'conflict' as const, origins: [] }];
  return rebased(model, theirs, [...promised(model), mine, ...chosen], stamp);
}
