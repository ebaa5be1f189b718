import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useSaveFact } from '../hooks/use-save-fact.ts';

/** How long the text is now; drawn anew with every word, alone. */
export const WordCount = ({ queue }: { queue: SaveQueue }) => wordsText(useSaveFact(queue, ({ words }) => words));
