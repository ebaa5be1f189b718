import type { StyleSheet } from '@inkbear/contracts/books/style-sheet';
import { type AutosavedForm, useAutosavedForm } from '../../../kit/use-autosaved-form.ts';
import { useSaveStyleSheet } from './style-sheet.api.ts';
import { readStyle, styleFormValuesOf, type StyleField, type StyleFormValues } from './style-form-values.ts';

export interface StyleForm extends AutosavedForm<StyleFormValues> {
  readonly errors: Readonly<Partial<Record<StyleField, string>>>;
}

/** The style sheet of a book as a form that saves itself. Must be used in a component that is keyed by the book. */
export function useStyleForm(bookId: string, sheet: StyleSheet): StyleForm {
  const saving = useSaveStyleSheet(bookId);
  const form = useAutosavedForm<StyleFormValues>({
    draftKey: `style:${bookId}`,
    stored: styleFormValuesOf(sheet),
    isValid: (texts) => readStyle(texts).settings !== null,
    normalise: (texts) => {
      const { settings } = readStyle(texts);
      return settings === null ? texts : styleFormValuesOf(settings);
    },
    send: async (texts) => {
      const { settings } = readStyle(texts);
      if (settings === null) throw new Error('A style sheet that is not valid cannot be saved.');
      return styleFormValuesOf(await saving.mutateAsync({ rev: sheet.rev, settings }));
    },
    saving,
  });
  return { ...form, errors: readStyle(form.texts).errors };
}
