/** The languages that the press hyphenates, and in which it writes the headings that it adds. */
const printLanguages: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'EN', label: 'English (British)' },
  { value: 'en-US', label: 'English (American)' },
  { value: 'nl', label: 'Dutch' },
  { value: 'fr', label: 'French' },
  { value: 'de', label: 'German' },
  { value: 'it', label: 'Italian' },
  { value: 'pl', label: 'Polish' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'es', label: 'Spanish' },
  { value: 'sv', label: 'Swedish' },
];

/** The choices of the language field. A stored language that is not listed is added, so that saving keeps it. */
export const languageOptions = (stored: string): { value: string; label: string }[] => {
  const isListed = printLanguages.some(({ value }) => value === stored);
  return [...printLanguages, ...(isListed || stored === '' ? [] : [{ value: stored, label: stored }])];
};

export const languageName = (value: string): string =>
  printLanguages.find((language) => language.value === value)?.label ?? value;
