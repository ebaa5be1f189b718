import {
  type KdpAnswer,
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

/** A share that is not zero is never shown as 0 %, and one that is not all never as 100 %. */
export function shareText(count: number, total: number): string {
  const percent = (100 * count) / Math.max(1, total);
  if (count > 0 && percent < 1) return 'under 1%';
  return `${count < total ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}

const shopOptions = (question: KdpQuestion) =>
  kdpDeclarations.questions[question].map(({ key, text }) => ({ value: key, label: text }));
const externalOptions: readonly { readonly value: KdpAnswer; readonly label: string }[] = [
  { value: 'none', label: 'None of it' },
  { value: 'some', label: 'Some of it, and I changed little' },
  { value: 'some-edited', label: 'Some of it, and I changed it a lot' },
  { value: 'all', label: 'All of it, and I changed little' },
  { value: 'all-edited', label: 'All of it, and I changed it a lot' },
];

/** What the author alone can know. */
export const questions: Readonly<
  Record<keyof ProvenanceAnswers, { label: string; options: readonly { value: string; label: string }[] }>
> = {
  pastedIsAi: { label: 'How much of what you pasted did another AI tool write?', options: externalOptions },
  importedIsAi: {
    label: 'How much of the text from a file or an older version did AI write?',
    options: externalOptions,
  },
  images: { label: 'Pictures made with AI, including the cover', options: shopOptions('images') },
  translations: { label: 'Translations made with AI', options: shopOptions('translations') },
};

/** How much of what AI wrote was changed, as a sentence; null when the book has nothing from AI. */
export function changedText({ declaration: { changedShare } }: Provenance): string | null {
  if (changedShare === null) return null;
  return changedShare === 0
    ? 'You have not changed what AI wrote.'
    : `You have changed or deleted ${shareText(changedShare, 1)} of the passages that AI wrote.`;
}
