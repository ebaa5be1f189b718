/** {topic} includes its article if the author gave one, so it can follow any preposition. */
export type TitlePattern = readonly [title: string, subtitle: string, reason: string];

export const storyTitles: readonly TitlePattern[] = [
  ['{Topic}', '', 'Plain and confident: the book keeps what its name promises.'],
  ['The Year of {topic}', '', 'Sets the time frame on the cover.'],
  ['{Topic} at Dusk', '', 'Atmospheric: something is about to end.'],
  ['What Is Left of {topic}', '', 'Promises a loss, and somebody who stays.'],
  ['Before {topic}', '', 'Makes readers ask what happened next.'],
  ['A Light for {topic}', '', 'Warm, with a night around it.'],
  ['Nobody Warned {topic}', '', 'Begins in the middle of trouble.'],
  ['The Silence of {topic}', '', 'A secret in three words.'],
];

export const subjectTitles: readonly TitlePattern[] = [
  ['A Short History of {topic}', 'From the first page to the last', 'Promises an overview without being dry.'],
  ['The Last Word on {topic}', '', 'Confident, and easy to remember.'],
  ['Learning {topic} by Heart', 'Notes from a long apprenticeship', 'Warm and personal.'],
  ['Beyond {topic}', 'What comes after the obvious', 'Hints at a new angle.'],
  ['What {topic} Taught Us', '', 'Invites the reader’s own story.'],
  ['{Topic}, Plainly', 'What every reader should know', 'Says what it is about, and how.'],
  ['Small Rooms, Great Subjects', '{Topic} from close by', 'An image first, the subject second.'],
  ['Making Sense of {topic}', 'A guide for the curious', 'Names the help that a reader looks for.'],
];
