/** The bounds of everything that a file may contain. Lengths of texts are in UTF-16 units. */
export const importLimits = {
  /** Of one manuscript. */
  words: 300_000,
  /** The same for languages whose words are not separated by spaces. */
  textUnits: 10_000_000,
  /** Paragraphs, headings and scene breaks of one manuscript. */
  blocks: 300_000,
  chapters: 1_000,
  /** A longer chapter is divided. */
  chapterUnits: 2_000_000,
  titleUnits: 300,
  losses: 1_000,
  /** The places that one loss names. Its count includes the others. */
  lossPlaces: 200,
  quoteUnits: 120,
  comments: 2_000,
  commentUnits: 2_000,
  notes: 20_000,
  /** Books that an account export offers. */
  books: 1_000,
} as const;

/** The bounds of an archive, counted together with the archives inside it. */
export const archiveLimits = {
  entries: 2_000,
  unpackedBytes: 300 * 1024 * 1024,
  /** Unpacked bytes for each packed byte. */
  ratio: 200,
  /** Below this size an entry may have any ratio: a short text of one repeated letter is harmless. */
  ratioFromBytes: 1024 * 1024,
  /** The same for a whole archive, whose pictures are not unpacked: a blank one has a high ratio. */
  archiveRatioFromBytes: 16 * 1024 * 1024,
  /** Of one entry that is read as text. */
  textBytes: 64 * 1024 * 1024,
} as const;
