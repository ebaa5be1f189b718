import {
  type ChapterSummaries,
  summaryCharacters,
  summaryLevels,
  type SummaryTexts,
} from '@inkbear/contracts/ai/summary';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { type AutosavedForm, useAutosavedForm } from '../../../kit/use-autosaved-form.ts';
import { useSaveSummaries } from '../summary.api.ts';

export interface SummaryForm extends AutosavedForm<SummaryTexts> {
  /** The server's errors by field. */
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Saves the same texts again: they are still true of the chapter as it is now. */
  readonly confirm: () => void;
}

/** The author's summaries of a chapter as a form that saves itself. Must be used in a component keyed by the chapter. */
export function useSummaryForm(chapterId: string, stored: ChapterSummaries): SummaryForm {
  const saving = useSaveSummaries(chapterId);
  const form = useAutosavedForm<SummaryTexts>({
    draftKey: `summary:${chapterId}`,
    stored: textsOf(stored),
    isValid: (texts) => summaryLevels.every((level) => texts[level].length <= summaryCharacters[level]),
    normalise: (texts) => texts,
    send: async (texts) => textsOf(await saving.mutateAsync({ rev: stored.rev, texts })),
    saving,
  });
  const confirm = () => saving.mutate({ rev: stored.rev, texts: textsOf(stored) });
  return { ...form, confirm, errors: form.error === null ? {} : fieldErrorsOf(form.error) };
}

const textsOf = ({ line, short, long }: SummaryTexts): SummaryTexts => ({ line, short, long });
