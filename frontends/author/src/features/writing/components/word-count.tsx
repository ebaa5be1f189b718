import type { SaveQueue } from '../../../saving/save-queue.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useSaveFact } from '../hooks/use-save-fact.ts';

/** The current word count, as its own component so that only it renders for each word. */
export const WordCount = ({ queue }: { queue: SaveQueue }) => wordsText(useSaveFact(queue, ({ words }) => words));
