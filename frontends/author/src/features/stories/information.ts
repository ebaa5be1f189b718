import type { Story } from '@inkbear/contracts/stories/story';

const informationNames = ['title', 'authorName', 'publishingHouse', 'dedication', 'synopsis', 'introduction'] as const;
export type InformationName = (typeof informationNames)[number];
/** What stands around the text of a story. */
export type StoryInformation = Pick<Story, InformationName>;

export const informationOf = (story: StoryInformation): StoryInformation =>
  Object.fromEntries(informationNames.map((name) => [name, story[name]])) as StoryInformation;

/** Without a title or an author nothing is saved. */
export const isSavable = ({ title, authorName }: StoryInformation): boolean =>
  title.trim() !== '' && authorName.trim() !== '';
