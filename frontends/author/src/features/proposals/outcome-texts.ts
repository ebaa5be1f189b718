import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';
import type { Toast } from '@inkbear/web-kit/toast.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { nounOf, type WishKind } from './wish.ts';

interface Texts {
  readonly done: string;
  readonly failed: string;
  readonly sentence: string;
  /** A broken server's own sentence is shown too. */ readonly quotes: boolean;
}
const enhanced: Texts = {
  done: 'AI Enhanced',
  failed: 'AI Error',
  sentence: 'Failed to enhance content. Please try again.',
  quotes: true,
};
const story = (done: string, what: string): Texts => ({
  done,
  failed: 'Error',
  sentence: `Failed to ${what}. Please try again.`,
  quotes: false,
});
const texts: Readonly<Record<WishKind, Texts>> = {
  generate: {
    done: 'Chapter Generated!',
    failed: 'Generation Failed',
    sentence: 'Could not generate chapter content',
    quotes: true,
  },
  rewrite: enhanced,
  expand: enhanced,
  tone: enhanced,
  engaging: { done: 'Tone Adjusted', failed: 'Tone Adjustment Failed', sentence: 'Please try again.', quotes: true },
  extend: {
    done: 'Chapter Extended Successfully!',
    failed: 'Extend Failed',
    sentence: 'Failed to extend chapter. Please try again.',
    quotes: false,
  },
  polish: {
    done: 'Chapter Polished Successfully!',
    failed: 'Polish Failed',
    sentence: 'Failed to polish chapter. Please try again.',
    quotes: false,
  },
  'story-generate': {
    done: 'Story Generated!',
    failed: 'Generation Failed',
    sentence: 'Failed to generate story. Please try again.',
    quotes: true,
  },
  'story-enhance': story('Text Enhanced', 'enhance text'),
  'story-polish': story('Story Polished', 'polish story'),
  'story-tone': story('Tone Changed', 'change tone'),
  'story-length': story('Length Adjusted', 'adjust length'),
};

/** `other` is the text's title, named when another one is on the screen. */
export function doneToast(kind: WishKind, words: number, other: string | null): Toast {
  const count = wordsText(words);
  return {
    title: texts[kind].done,
    description: `${kind === 'extend' ? `${count} more` : count}, as a proposal${other === null ? '' : ` for “${other}”`}. Your text is untouched.`,
  };
}

/** A refusal says why in the server's words, for trying again would not help; whatever broke is told in ours. */
export function failedToast(kind: WishKind, error: unknown): Toast {
  const { failed, sentence, quotes } = texts[kind];
  const isRefusal = error instanceof ApiError && error.status < 500;
  const isPlan = isRefusal && error.problem?.code.startsWith('plan.') === true;
  return {
    title: isPlan ? (nounOf(kind) === 'story' ? 'Pro Plan Required' : 'Pro Required') : failed,
    description: isRefusal || quotes ? messageOf(error, sentence) : sentence,
    tone: 'destructive',
  };
}

/** Why, for the card itself. */
export const failureText = (kind: WishKind, error: unknown): string => messageOf(error, texts[kind].sentence);
