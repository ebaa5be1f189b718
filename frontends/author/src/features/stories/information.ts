import type { Story } from '@inkbear/contracts/stories/story';

const informationNames = ['title', 'authorName', 'publishingHouse', 'dedication', 'synopsis', 'introduction'] as const;
export type InformationName = (typeof informationNames)[number];
/** The metadata of a story for its first pages. */
export type StoryInformation = Pick<Story, InformationName>;

export const informationOf = (story: StoryInformation): StoryInformation =>
  Object.fromEntries(informationNames.map((name) => [name, story[name]])) as StoryInformation;

/** False without a title or an author. */
export const isSavable = ({ title, authorName }: StoryInformation): boolean =>
  title.trim() !== '' && authorName.trim() !== '';
