import type { EnhancementType, StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly what: string;
  /** The request as a sentence. */ readonly asked: string;
}

export const enhancements: readonly Choice<EnhancementType>[] = [
  {
    id: 'emotion',
    label: 'Add Emotion',
    what: 'More emotional depth and feeling',
    asked: 'Enhance the selection: more emotional depth and feeling.',
  },
  {
    id: 'description',
    label: 'Add Details',
    what: 'More vivid, sensory details',
    asked: 'Enhance the selection: more vivid, sensory details.',
  },
  {
    id: 'dialogue',
    label: 'Add Dialogue',
    what: 'Meaningful dialogue, added or improved',
    asked: 'Enhance the selection: add or improve meaningful dialogue.',
  },
  {
    id: 'clarity',
    label: 'Improve Flow',
    what: 'Clearer and easier to read',
    asked: 'Enhance the selection: make it clearer and easier to read.',
  },
];

const tone = (id: StoryTone, label: string, what: string): Choice<StoryTone> => ({
  id,
  label,
  what,
  asked: `Change the tone of the story: ${id}.`,
});
export const tones: readonly Choice<StoryTone>[] = [
  tone('heartwarming', 'Heartwarming', 'Close, tender and kind'),
  tone('inspirational', 'Inspirational', 'Encouraging, with its eyes ahead'),
  tone('reflective', 'Reflective', 'Quiet, looking back'),
  tone('celebratory', 'Celebratory', 'Glad, as if a glass were raised'),
];

export const adjustments: readonly Choice<StoryAdjustment>[] = [
  {
    id: 'expand',
    label: 'Expand',
    what: 'About half as long again',
    asked: 'Make the story about half as long again.',
  },
  { id: 'condense', label: 'Condense', what: 'About a third shorter', asked: 'Make the story about a third shorter.' },
];
