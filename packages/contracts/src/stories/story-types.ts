export const storyTypes = [
  'achievement-celebration',
  'professional-journey',
  'life-milestone',
  'family-legacy',
] as const;
export type StoryType = (typeof storyTypes)[number];
