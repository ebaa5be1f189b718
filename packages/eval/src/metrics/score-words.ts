import type { WordClass } from '../books/provenance-history.ts';

/** How many words have the class that the oracle says. Missing answers are wrong. */
export const countCorrectWords = (oracle: readonly WordClass[], answers: readonly WordClass[]): number =>
  oracle.filter((wordClass, at) => answers[at] === wordClass).length;
