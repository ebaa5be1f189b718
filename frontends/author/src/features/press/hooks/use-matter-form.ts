import type { Matter } from '@inkbear/contracts/books/matter';
import { useSaveMatter } from '../design.api.ts';
import {
  isMatterValid,
  listPieces,
  matterFormValuesOf,
  type MatterFormValues,
  normaliseMatter,
} from '../matter-form-values.ts';
import { type AutosavedForm, useAutosavedForm } from '../../../kit/use-autosaved-form.ts';

export interface MatterForm extends AutosavedForm<MatterFormValues> {
  readonly isValid: boolean;
}

/** Front and back matter of a book as a form that saves itself. Must be used in a component that is keyed by the book. */
export function useMatterForm(bookId: string, matter: Matter): MatterForm {
  const saving = useSaveMatter(bookId);
  const form = useAutosavedForm<MatterFormValues>({
    draftKey: `matter:${bookId}`,
    stored: matterFormValuesOf(matter),
    isValid: isMatterValid,
    normalise: normaliseMatter,
    send: async (texts) => matterFormValuesOf(await saving.mutateAsync({ rev: matter.rev, pieces: listPieces(texts) })),
    saving,
  });
  return { ...form, isValid: isMatterValid(form.texts) };
}
