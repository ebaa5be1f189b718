const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people do: “Chapter 2” before “Chapter 10”. */
export const inNaturalOrder = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => collator.compare(one, other) || (one < other ? -1 : 1));
