import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import type { TextRange } from '@inkbear/prose/text-edit';
import { movePassages } from '@inkbear/story-analysis/evidence/move-evidence';

type Place = Pick<StoryFinding['places'][number], 'from' | 'to' | 'quote'>;

const unmoved = { mapPos: (position: number): number => position };

/** Where the words of a finding are in the present text; null when neither they nor similar ones are there. */
export function locateQuote(text: string, place: Place): TextRange | null {
  const to = Math.min(place.to, place.from + place.quote.length);
  const [moved] = movePassages([{ from: place.from, to, quote: place.quote }], unmoved, text);
  return moved && moved.state !== 'lost' ? { from: moved.from, to: moved.to } : null;
}
