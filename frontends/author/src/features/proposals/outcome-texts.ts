import { isRefusedByServer, messageOf } from '@inkbear/web-kit/api-error.ts';
import type { Toast } from '@inkbear/web-kit/toast.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { manuscriptKindOf, type AiRequestKind } from './ai-request.ts';

interface Texts {
  readonly done: string;
  readonly failed: string;
  readonly fallback: string;
  /** True to show the server's message for a 5xx error too, not only for a refusal. */
  readonly showsServerText: boolean;
}
const enhanced: Texts = {
  done: 'AI Enhanced',
  failed: 'AI Error',
  fallback: 'Failed to enhance content. Please try again.',
  showsServerText: true,
};
const story = (done: string, what: string): Texts => ({
  done,
  failed: 'Error',
  fallback: `Failed to ${what}. Please try again.`,
  showsServerText: false,
});
const texts: Readonly<Record<AiRequestKind, Texts>> = {
  generate: {
    done: 'Chapter Generated!',
    failed: 'Generation Failed',
    fallback: 'Could not generate chapter content',
    showsServerText: true,
  },
  rewrite: enhanced,
  expand: enhanced,
  tone: enhanced,
  engaging: {
    done: 'Tone Adjusted',
    failed: 'Tone Adjustment Failed',
    fallback: 'Please try again.',
    showsServerText: true,
  },
  extend: {
    done: 'Chapter Extended Successfully!',
    failed: 'Extension Failed',
    fallback: 'Failed to extend chapter. Please try again.',
    showsServerText: false,
  },
  polish: {
    done: 'Chapter Polished Successfully!',
    failed: 'Polish Failed',
    fallback: 'Failed to polish chapter. Please try again.',
    showsServerText: false,
  },
  instruct: {
    done: 'Text changed',
    failed: 'Change Failed',
    fallback: 'Failed to change the text. Please try again.',
    showsServerText: true,
  },
  'story-generate': {
    done: 'Story Generated!',
    failed: 'Generation Failed',
    fallback: 'Failed to generate story. Please try again.',
    showsServerText: true,
  },
  'story-enhance': story('Text Enhanced', 'enhance text'),
  'story-polish': story('Story Polished', 'polish story'),
  'story-tone': story('Tone Changed', 'change tone'),
  'story-length': story('Length Adjusted', 'adjust length'),
};

/** `otherTitle` is the manuscript's title when another one is on the screen. */
export function doneToast(kind: AiRequestKind, words: number, otherTitle: string | null): Toast {
  const count = wordsText(words);
  return {
    title: texts[kind].done,
    description: `${kind === 'extend' ? `${count} more` : count}, as a proposal${otherTitle === null ? '' : ` for “${otherTitle}”`}. Your text is untouched.`,
  };
}

/** The toast of a failed request. A refusal shows the server's message, because a retry would not help. */
export function failedToast(kind: AiRequestKind, error: unknown): Toast {
  const { failed, fallback, showsServerText } = texts[kind];
  if (error instanceof UnsavedChoiceError) return { title: failed, description: error.message, tone: 'destructive' };
  const isRefused = isRefusedByServer(error);
  const isPlan = isRefused && error.problem?.code.startsWith('plan.') === true;
  return {
    title: isPlan ? (manuscriptKindOf(kind) === 'story' ? 'Pro Plan Required' : 'Pro Required') : failed,
    description: isRefused || showsServerText ? messageOf(error, fallback) : fallback,
    tone: 'destructive',
  };
}

/** The reason of a failure, for the proposal card. */
export const failureText = (kind: AiRequestKind, error: unknown): string =>
  error instanceof UnsavedChoiceError ? error.message : messageOf(error, texts[kind].fallback);
