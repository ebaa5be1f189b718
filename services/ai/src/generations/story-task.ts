import type { Story } from '@inkbear/contracts/stories/story';
import type { EnhancementType, StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';
import type { SurroundingText } from '../prompts/surroundings.ts';

/** The fields of a story that AI may read besides its text. */
export type StoryContext = Pick<Story, 'id' | 'title' | 'storyType' | 'formData' | 'targetWordCount' | 'synopsis'>;

export interface StoryGenerateTask {
  kind: 'story-generate';
  story: StoryContext;
}
export interface StoryPolishTask {
  kind: 'story-polish';
  story: StoryContext;
  content: string;
}
export interface StoryToneTask {
  kind: 'story-tone';
  story: StoryContext;
  content: string;
  tone: StoryTone;
}
export interface StoryLengthTask {
  kind: 'story-length';
  story: StoryContext;
  content: string;
  adjustment: StoryAdjustment;
}
export interface StoryEnhanceTask {
  kind: 'story-enhance';
  story: StoryContext;
  selectedText: string;
  enhancement: EnhancementType;
  instruction: string;
  around: SurroundingText | null;
}

/** A request of an author about a personal story. */
export type StoryTask = StoryGenerateTask | StoryPolishTask | StoryToneTask | StoryLengthTask | StoryEnhanceTask;
export const isStoryTask = (task: { readonly kind: string }): task is StoryTask => task.kind.startsWith('story-');
