import { useState } from 'react';
import { findDraft, useFormDraft } from './form-draft.ts';
import { changedFields, conflictingFields, rebaseForm, type FieldTexts } from './form-fields.ts';

interface Options<F> {
  /** Names what is typed while it is unsaved, in this tab. */
  readonly draftKey: string;
  /** What stands on the server, as this page knows it. */
  readonly stored: F;
  /** What the server would refuse is not sent. */
  readonly maySave: (typed: F) => boolean;
  /** How it reads once it is saved, where that is not as it was typed. */
  readonly asStored?: (typed: F) => F;
  /** Sends it; answers what then stands on the server, null when it was not saved, which it has told by itself. */
  readonly send: (typed: F, start: F) => Promise<F | null>;
}

export interface SharedForm<F> {
  readonly typed: F;
  readonly isChanged: boolean;
  /** What others have stored where the author has typed, too: the author decides. */
  readonly conflicts: Partial<F>;
  readonly edit: (part: Partial<F>) => void;
  readonly keepMine: (name: keyof F) => void;
  readonly useStored: (name: keyof F) => void;
  /** Saves what was typed, or this in its place; false when it was not saved. */
  readonly save: (next?: F) => Promise<boolean>;
}

/**
 * A form over fields that others may change meanwhile: kept while it is unsaved, saved when it closes. What nobody
 * types in follows the server; what was changed on both sides is shown twice and saved only when the author has
 * decided. Key its component by what it edits.
 */
export function useSharedForm<F extends FieldTexts<F>>({
  draftKey,
  stored,
  maySave,
  asStored = (typed) => typed,
  send,
}: Options<F>): SharedForm<F> {
  const [{ start, typed }, set] = useState(
    () => findDraft<{ start: F; typed: F }>(draftKey) ?? { start: stored, typed: stored },
  );
  const [sent, setSent] = useState<F | null>(null);
  const [conflicts, setConflicts] = useState<Partial<F>>({});
  if (changedFields(start, stored) !== null) {
    set({ start: stored, typed: rebaseForm(typed, start, stored) });
    setConflicts((before) => ({ ...before, ...conflictingFields({ typed, start, now: stored, sent }) }));
  }
  const isChanged = changedFields(asStored(start), asStored(typed)) !== null;
  const edit = (part: Partial<F>) => set((now) => ({ ...now, typed: { ...now.typed, ...part } }));
  const keepMine = (name: keyof F) => setConflicts(({ [name]: _decided, ...others }) => others as Partial<F>);
  const save = async (next = typed): Promise<boolean> => {
    if (next !== typed) edit(next);
    if (changedFields(asStored(start), asStored(next)) === null) return true;
    if (!maySave(next) || Object.keys(conflicts).length > 0) return false;
    setSent(asStored(next));
    const saved = await send(next, start);
    if (saved !== null) set((now) => ({ ...now, typed: rebaseForm(now.typed, next, saved) }));
    return saved !== null;
  };
  useFormDraft(draftKey, isChanged ? { values: { start, typed }, save: () => save() } : null);
  const useStored = (name: keyof F) => {
    edit({ [name]: conflicts[name] } as Partial<F>);
    keepMine(name);
  };
  return { typed, isChanged, conflicts, edit, keepMine, useStored, save };
}
