import type { EnhancementType, StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description: string;
  /** The request as a sentence. */ readonly sentence: string;
}

export const enhancements: readonly Choice<EnhancementType>[] = [
  {
    id: 'emotion',
    label: 'Add Emotion',
    description: 'More emotional depth and feeling',
    sentence: 'Enhance the selection: more emotional depth and feeling.',
  },
  {
    id: 'description',
    label: 'Add Details',
    description: 'More vivid, sensory details',
    sentence: 'Enhance the selection: more vivid, sensory details.',
  },
  {
    id: 'dialogue',
    label: 'Add Dialogue',
    description: 'Meaningful dialogue, added or improved',
    sentence: 'Enhance the selection: add or improve meaningful dialogue.',
  },
  {
    id: 'clarity',
    label: 'Improve Flow',
    description: 'Clearer and easier to read',
    sentence: 'Enhance the selection: make it clearer and easier to read.',
  },
];

const tone = (id: StoryTone, label: string, description: string): Choice<StoryTone> => ({
  id,
  label,
  description,
  sentence: `Change the tone of the story: ${id}.`,
});
export const tones: readonly Choice<StoryTone>[] = [
  tone('heartwarming', 'Heartwarming', 'Close, tender and kind'),
  tone('inspirational', 'Inspirational', 'Encouraging and forward-looking'),
  tone('reflective', 'Reflective', 'Quiet, looking back'),
  tone('celebratory', 'Celebratory', 'Joyful, like a toast at a party'),
];

export const adjustments: readonly Choice<StoryAdjustment>[] = [
  {
    id: 'expand',
    label: 'Expand',
    description: 'About half as long again',
    sentence: 'Make the story about half as long again.',
  },
  {
    id: 'condense',
    label: 'Condense',
    description: 'About a third shorter',
    sentence: 'Make the story about a third shorter.',
  },
];
