import {
  type KdpQuestion,
  kdpDeclarations,
  type Provenance,
  type ProvenanceAnswers,
  wordClassLabels,
  type WordCounts,
} from '@inkbear/contracts/books/provenance';

/** The classes of words in the order in which they are shown. */
export const classTexts = (Object.keys(wordClassLabels) as (keyof WordCounts)[]).map((key) => ({
  key,
  label: wordClassLabels[key],
}));

export const totalOf = (words: WordCounts): number => Object.values(words).reduce((sum, count) => sum + count, 0);

export const countText = (count: number): string => count.toLocaleString('en-GB');
/** A share that is not zero is never shown as 0 %, and one that is not all never as 100 %. */
export function shareText(count: number, total: number): string {
  const percent = (100 * count) / Math.max(1, total);
  if (count > 0 && percent < 1) return 'under 1%';
  return `${count < total ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}

interface Question {
  readonly key: keyof ProvenanceAnswers;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether the book needs an answer. */
  readonly isAsked: (total: WordCounts) => boolean;
}

const shopOptions = (question: KdpQuestion) =>
  kdpDeclarations.questions[question].map(({ key, text }) => ({ value: key, label: text }));
const foreignOptions = [
  { value: 'none', label: 'None of it' },
  { value: 'some', label: 'Some of it' },
  { value: 'all', label: 'All of it' },
];

/** What the author alone can know. */
export const questions: readonly Question[] = [
  {
    key: 'pastedIsAi',
    label: 'Did another AI tool write what you pasted?',
    options: foreignOptions,
    isAsked: ({ pasted }) => pasted > 0,
  },
  {
    key: 'importedIsAi',
    label: 'Did an AI tool write what came from a file?',
    options: foreignOptions,
    isAsked: ({ imported }) => imported > 0,
  },
  {
    key: 'images',
    label: 'Pictures made with AI, also on the cover',
    options: shopOptions('images'),
    isAsked: () => true,
  },
  {
    key: 'translations',
    label: 'Translations made with AI',
    options: shopOptions('translations'),
    isAsked: () => true,
  },
];

/** The names of the shop’s questions. */
export const shopQuestions: readonly { readonly key: KdpQuestion; readonly label: string }[] = [
  { key: 'text', label: 'Texts' },
  { key: 'images', label: 'Images' },
  { key: 'translations', label: 'Translations' },
];

/** How much of what AI wrote was changed, as a sentence; null when the book has nothing from AI. */
export function changedText({ declaration: { changedShare } }: Provenance): string | null {
  if (changedShare === null) return null;
  return changedShare === 0
    ? 'You have not changed what AI wrote.'
    : `Of the passages from AI you have changed or deleted ${shareText(changedShare, 1)}.`;
}
