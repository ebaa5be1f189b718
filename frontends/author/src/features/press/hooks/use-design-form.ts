import type { Design, DesignSettings } from '@inkbear/contracts/books/design';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useRef } from 'react';
import { useSaveDesign } from '../design.api.ts';
import {
  changedDesignFields,
  type DesignErrors,
  type DesignField,
  type DesignFormValues,
  designFormValuesOf,
  readDesign,
} from '../design-form-values.ts';
import { type AutosavedForm, useAutosavedForm } from '../../../kit/use-autosaved-form.ts';

export interface DesignForm extends AutosavedForm<DesignFormValues> {
  /** The last valid settings of the form. */
  readonly settings: DesignSettings;
  readonly errors: DesignErrors;
  /** Changes settings with an offer to undo it. */
  readonly apply: (settings: Partial<DesignSettings>, title: string) => void;
}

/** The design of a book as a form that saves itself. Must be used in a component that is keyed by the book. */
export function useDesignForm(bookId: string, design: Design): DesignForm {
  const saving = useSaveDesign(bookId);
  const form = useAutosavedForm<DesignFormValues>({
    draftKey: `design:${bookId}`,
    stored: designFormValuesOf(design),
    isValid: (texts) => readDesign(texts).settings !== null,
    normalise: normaliseDesign,
    send: async (texts) => {
      const { settings } = readDesign(texts);
      if (settings === null) throw new Error('A design that is not valid cannot be saved.');
      return designFormValuesOf(await saving.mutateAsync({ rev: design.rev, settings }));
    },
    saving,
  });
  const { texts, error, edit } = form;
  const { settings, errors } = readDesign(texts);
  const lastValid = useRef<DesignSettings>(design);
  if (settings !== null) lastValid.current = settings;
  const apply = (part: Partial<DesignSettings>, title: string) => {
    const next = designFormValuesOf({ ...lastValid.current, ...part });
    const before = pick(texts, changedDesignFields(texts, next));
    edit(pick(next, changedDesignFields(texts, next)));
    showToast({ title, durationMs: 10_000, action: { label: 'Undo', run: () => edit(before) } });
  };
  return {
    ...form,
    settings: lastValid.current,
    errors: error === null ? errors : { ...fieldErrorsOf(error), ...errors },
    apply,
  };
}

const normaliseDesign = (texts: DesignFormValues): DesignFormValues => {
  const { settings } = readDesign(texts);
  return settings === null ? texts : designFormValuesOf(settings);
};

const pick = (texts: DesignFormValues, fields: readonly DesignField[]): Partial<DesignFormValues> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));
