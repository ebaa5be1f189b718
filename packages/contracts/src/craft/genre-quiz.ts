import quiz from './genre-quiz.json' with { type: 'json' };

export const timeCommitments = ['casual', 'regular', 'dedicated', 'intensive'] as const;
export type TimeCommitment = (typeof timeCommitments)[number];

/** What the genre quiz offers to choose from, in its four steps. */
export const quizOptions: {
  readonly interests: readonly string[];
  readonly expertise: readonly string[];
  readonly writingGoals: readonly string[];
  readonly timeCommitment: readonly { readonly id: string; readonly label: string; readonly means: string }[];
} = quiz;
