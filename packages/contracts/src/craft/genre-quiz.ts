import quiz from './genre-quiz.json' with { type: 'json' };

export const timeCommitments = ['casual', 'regular', 'dedicated', 'intensive'] as const;
export type TimeCommitment = (typeof timeCommitments)[number];

/** The options of the genre quiz, by step. */
export const quizOptions: {
  readonly interests: readonly string[];
  readonly expertise: readonly string[];
  readonly writingGoals: readonly string[];
  readonly timeCommitment: readonly { readonly id: string; readonly label: string; readonly means: string }[];
} = quiz;
