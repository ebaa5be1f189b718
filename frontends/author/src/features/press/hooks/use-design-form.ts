import type { Design, DesignSettings } from '@inkbear/contracts/books/design';
import { fieldErrorsOf, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { useRef } from 'react';
import { isRefused, isStale, useSaveDesign } from '../design.api.ts';
import {
  changedDesignFields,
  type DesignErrors,
  type DesignField,
  type DesignTexts,
  designTextsOf,
  readDesign,
} from '../design-texts.ts';
import { useAutosave } from './use-autosave.ts';

/** Whether the form's values are stored on the server. */
export type FormState = 'saved' | 'saving' | 'unsaved' | 'conflict' | 'failed';

export interface DesignForm {
  readonly texts: DesignTexts;
  /** The settings of the form; of invalid ones, those that were valid last. */
  readonly settings: DesignSettings;
  readonly errors: DesignErrors;
  readonly conflicts: Partial<DesignTexts>;
  readonly state: FormState;
  /** Why it could not be saved; null unless it has failed. */
  readonly failure: string | null;
  readonly edit: (part: Partial<DesignTexts>) => void;
  readonly keepMine: (field: DesignField) => void;
  readonly acceptStored: (field: DesignField) => void;
  /** Saves now; true when the server has exactly these settings. */
  readonly save: () => Promise<boolean>;
  /** Changes settings with an offer to undo it. */
  readonly apply: (settings: Partial<DesignSettings>, title: string) => void;
}

/** The design of a book as a form that saves itself. Must be used in a component that is keyed by the book. */
export function useDesignForm(bookId: string, design: Design): DesignForm {
  const saving = useSaveDesign(bookId);
  const sent = useRef<DesignTexts | null>(null);
  const form = useSharedForm<DesignTexts>({
    draftKey: `design:${bookId}`,
    stored: designTextsOf(design),
    isValid: (texts) => readDesign(texts).settings !== null,
    normalise: normaliseDesign,
    send: async (texts) => {
      const { settings } = readDesign(texts);
      if (settings === null) return null;
      sent.current = texts;
      return saving.mutateAsync({ rev: design.rev, settings }).then(
        (saved) => keepTyped(texts, normaliseDesign(texts), designTextsOf(saved)),
        () => null,
      );
    },
  });
  const { typed, isChanged, conflicts, edit, save } = form;
  const { settings, errors } = readDesign(typed);
  const lastValid = useRef<DesignSettings>(design);
  if (settings !== null) lastValid.current = settings;
  const hasConflict = Object.keys(conflicts).length > 0;
  const error = saving.isError && !isStale(saving.error) ? saving.error : null;
  useAutosave({
    version: typed,
    canSave:
      isChanged &&
      settings !== null &&
      !hasConflict &&
      !saving.isPending &&
      !(isRefused(error) && sent.current === typed),
    hasFailed: error !== null,
    save,
  });
  const apply = (part: Partial<DesignSettings>, title: string) => {
    const next = designTextsOf({ ...lastValid.current, ...part });
    const before = pick(typed, changedDesignFields(typed, next));
    edit(pick(next, changedDesignFields(typed, next)));
    showToast({ title, durationMs: 10_000, action: { label: 'Undo', run: () => edit(before) } });
  };
  return {
    texts: typed,
    settings: lastValid.current,
    errors: error === null ? errors : { ...fieldErrorsOf(error), ...errors },
    conflicts,
    state: stateOf({ hasConflict, isPending: saving.isPending, hasFailed: error !== null && isChanged, isChanged }),
    failure: error === null || isSignedOut(error) ? null : messageOf(error, 'The server did not answer.'),
    edit,
    keepMine: form.keepMine,
    acceptStored: form.acceptStored,
    save: () => save(),
    apply,
  };
}

/** The texts as the server's reply would have them: `11.` is 11. */
const normaliseDesign = (texts: DesignTexts): DesignTexts => {
  const { settings } = readDesign(texts);
  return settings === null ? texts : designTextsOf(settings);
};

/** What was typed, so that a save does not change a field in which somebody is typing; elsewhere what was saved. */
export const keepTyped = <Texts extends Readonly<Record<string, string>>>(
  typed: Texts,
  normalised: Texts,
  saved: Texts,
): Texts =>
  Object.fromEntries(
    Object.entries(saved).map(([field, text]) => [field, normalised[field] === text ? typed[field] : text]),
  ) as Texts;

const pick = (texts: DesignTexts, fields: readonly DesignField[]): Partial<DesignTexts> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));

export function stateOf({
  hasConflict,
  isPending,
  hasFailed,
  isChanged,
}: Record<'hasConflict' | 'isPending' | 'hasFailed' | 'isChanged', boolean>): FormState {
  if (hasConflict) return 'conflict';
  if (isPending) return 'saving';
  if (hasFailed) return 'failed';
  return isChanged ? 'unsaved' : 'saved';
}
