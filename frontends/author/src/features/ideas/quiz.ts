import { genreAdvice, genreQuiz } from '@inkbear/contracts/ai/ideas';
import { type Genre, genreLabel, genres } from '@inkbear/contracts/books/genres';
import { quizOptions, type TimeCommitment } from '@inkbear/contracts/craft/genre-quiz';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { z } from 'zod';
import type { IdeaTool } from './idea-tool.ts';

export interface QuizForm {
  /** 0 to 3. */
  readonly step: number;
  readonly interests: readonly string[];
  readonly expertise: readonly string[];
  readonly writingGoals: readonly string[];
  readonly timeCommitment: TimeCommitment | '';
}
export type QuizAnswer = z.infer<typeof genreAdvice>;

const asChoices = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));
export interface QuizChoice {
  readonly value: string;
  readonly label: string;
  readonly means?: string;
}
export interface QuizStep {
  readonly field: 'interests' | 'expertise' | 'writingGoals' | 'timeCommitment';
  readonly question: string;
  readonly hint: string;
  readonly choices: readonly QuizChoice[];
}
/** The four steps in their order. */
export const quizSteps: readonly QuizStep[] = [
  {
    field: 'interests',
    question: 'What do you like to read, watch and think about?',
    hint: 'Choose as many as you like, at least one.',
    choices: asChoices(quizOptions.interests),
  },
  {
    field: 'expertise',
    question: 'What do you know from your own life or work?',
    hint: 'Choose as many as you like, at least one.',
    choices: asChoices(quizOptions.expertise),
  },
  {
    field: 'writingGoals',
    question: 'What should your book do?',
    hint: 'Choose as many as you like, at least one.',
    choices: asChoices(quizOptions.writingGoals),
  },
  {
    field: 'timeCommitment',
    question: 'How much time do you have for it?',
    hint: 'Choose one.',
    choices: quizOptions.timeCommitment.map(({ id, label, means }) => ({ value: id, label, means })),
  },
];
export const lastStep = quizSteps.length - 1;

export const isStepAnswered = (form: QuizForm, step: number): boolean =>
  form[(quizSteps[step] as QuizStep).field].length > 0;
/** The first step without an answer; null when the quiz is complete. */
export const firstUnansweredStep = (form: QuizForm): number | null => {
  const at = quizSteps.findIndex((_, step) => !isStepAnswered(form, step));
  return at < 0 ? null : at;
};
/** Toggles a choice of a multiple-choice step, or replaces the choice of the last step. */
export function choose(form: QuizForm, field: QuizStep['field'], value: string): Partial<QuizForm> {
  if (field === 'timeCommitment') return { timeCommitment: value as TimeCommitment };
  const chosen = form[field];
  return { [field]: chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value] };
}

/** Maps the model's spelling to one of our genres; null for an unknown genre. */
export const genreOf = (name: string): Genre | null =>
  genres.find(
    (genre) =>
      genre ===
      name
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_]+/g, '-'),
  ) ?? null;
export const nameOfGenre = (name: string): string => genreLabel(genreOf(name) ?? name);

export const quizTool: IdeaTool<QuizForm, QuizAnswer> = {
  kind: 'quiz',
  empty: { step: 0, interests: [], expertise: [], writingGoals: [], timeCommitment: '' },
  answer: genreAdvice,
  ask: ({ interests, expertise, writingGoals, timeCommitment }, { signal, onPartial: _onPartial, ...again }) =>
    stream(
      genreQuiz,
      {
        signal,
        body: {
          interests: [...interests],
          expertise: [...expertise],
          writingGoals: [...writingGoals],
          timeCommitment: timeCommitment as TimeCommitment,
          ...again,
        },
      },
      // The advice has no list that could grow on the page.
      { onPartial: () => undefined },
    ),
  formOf: () => ({}),
  failed: { title: 'Quiz Failed', sentence: 'Failed to process quiz. Please try again.' },
};
