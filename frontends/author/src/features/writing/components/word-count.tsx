import type { SaveQueue } from '../../../saving/save-queue.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useSaveStateValue } from '../hooks/use-save-state-value.ts';

/** The current word count, as its own component so that only it renders for each word. */
export const WordCount = ({ queue }: { queue: SaveQueue }) => wordsText(useSaveStateValue(queue, ({ words }) => words));
