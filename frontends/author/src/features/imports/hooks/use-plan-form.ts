import type { ImportPlan, ManuscriptImport } from '@inkbear/contracts/export/import';
import { type AutosavedForm, useAutosavedForm } from '../../../kit/use-autosaved-form.ts';
import { useSavePlan } from '../imports.api.ts';
import { normalisePlan, planFormValuesOf, planOf, type PlanFormValues, readChapters } from '../plan-form-values.ts';

type Planned = Pick<ManuscriptImport, 'id' | 'planRev' | 'booksInFile'>;

export type PlanForm = AutosavedForm<PlanFormValues>;

/** The plan of an import as a form that saves itself. Must be used in a component that is keyed by the import and its book. */
export function usePlanForm({ id, planRev, booksInFile }: Planned, plan: ImportPlan): PlanForm {
  const book = booksInFile.find(({ isRead }) => isRead)?.index ?? 0;
  const saving = useSavePlan(id);
  return useAutosavedForm<PlanFormValues>({
    // Ranges belong to the text of one book.
    draftKey: `import:${id}:${book}`,
    stored: planFormValuesOf(plan),
    isValid: ({ chapters }) => readChapters(chapters).length > 0,
    normalise: normalisePlan,
    send: async (values) => {
      const saved = await saving.mutateAsync({ rev: planRev, plan: planOf(values) });
      return saved.plan === null ? values : planFormValuesOf(saved.plan);
    },
    saving,
  });
}
