import { useState } from 'react';
import { findDraft, useFormDraft } from './form-draft.ts';
import { changedFields, conflictingFields, rebaseForm, type FieldTexts } from './form-fields.ts';

interface Options<F> {
  /** The key of the unsaved draft in this tab. */
  readonly draftKey: string;
  /** The stored values, as this page knows them. */
  readonly stored: F;
  /** False for values that the server would refuse; they are not sent. */
  readonly isValid: (typed: F) => boolean;
  /** Normalises typed values like the server does. */
  readonly normalise?: (typed: F) => F;
  /** Saves the values; resolves with the stored values, or null on a failure, which it reports to the user itself. */
  readonly send: (typed: F, start: F) => Promise<F | null>;
}

export interface SharedForm<F> {
  readonly typed: F;
  readonly isChanged: boolean;
  /** The stored values of fields that were changed on both sides; the author must choose. */
  readonly conflicts: Partial<F>;
  readonly edit: (part: Partial<F>) => void;
  readonly keepMine: (name: keyof F) => void;
  readonly acceptStored: (name: keyof F) => void;
  /** Saves the typed values, or `next` instead; false when they were not saved. */
  readonly save: (next?: F) => Promise<boolean>;
}

/** What is kept of a form that closes with unsaved values. An open conflict stays open. */
interface FormDraft<F> {
  readonly start: F;
  readonly typed: F;
  readonly conflicts?: Partial<F>;
}

/**
 * A form over fields that other clients may change concurrently. Unsaved values are kept as a draft and saved when the
 * form closes. Untouched fields follow the server; fields changed on both sides become conflicts, which block saving
 * until the author has chosen. Give its component a key that identifies the edited object.
 */
export function useSharedForm<F extends FieldTexts<F>>({
  draftKey,
  stored,
  isValid,
  normalise = (typed) => typed,
  send,
}: Options<F>): SharedForm<F> {
  const [draft] = useState(() => findDraft<FormDraft<F>>(draftKey));
  // A draft of an earlier release has no conflicts, and lacks fields that are new.
  const [{ start, typed }, set] = useState({
    start: { ...stored, ...draft?.start },
    typed: { ...stored, ...draft?.typed },
  });
  const [sent, setSent] = useState<F | null>(null);
  const [conflicts, setConflicts] = useState<Partial<F>>(draft?.conflicts ?? {});
  if (changedFields(start, stored) !== null) {
    set({ start: stored, typed: rebaseForm(typed, start, stored) });
    setConflicts((before) => ({ ...before, ...conflictingFields({ typed, start, stored, sent }) }));
  }
  const isChanged = changedFields(normalise(start), normalise(typed)) !== null;
  const edit = (part: Partial<F>) => set((now) => ({ ...now, typed: { ...now.typed, ...part } }));
  const keepMine = (name: keyof F) => setConflicts(({ [name]: _decided, ...others }) => others as Partial<F>);
  const save = async (next = typed): Promise<boolean> => {
    if (next !== typed) edit(next);
    if (changedFields(normalise(start), normalise(next)) === null) return true;
    if (!isValid(next) || Object.keys(conflicts).length > 0) return false;
    setSent(normalise(next));
    const saved = await send(next, start);
    if (saved !== null) set((now) => ({ ...now, typed: rebaseForm(now.typed, next, saved) }));
    return saved !== null;
  };
  const values: FormDraft<F> = { start, typed, conflicts };
  useFormDraft(draftKey, isChanged ? { values, save: () => save() } : null);
  const acceptStored = (name: keyof F) => {
    edit({ [name]: conflicts[name] } as Partial<F>);
    keepMine(name);
  };
  return { typed, isChanged, conflicts, edit, keepMine, acceptStored, save };
}
