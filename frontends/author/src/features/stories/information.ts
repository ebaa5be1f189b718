import type { Story } from '@inkbear/contracts/stories/story';

export const informationNames = ['title', 'authorName', 'publishingHouse', 'dedication', 'synopsis', 'introduction'] as const;
export type InformationName = (typeof informationNames)[number];
/** What stands around the text of a story. */
export type StoryInformation = Pick<Story, InformationName>;

const from = (pick: (name: InformationName) => string): StoryInformation => Object.fromEntries(informationNames.map((name) => [name, pick(name)])) as StoryInformation;
export const informationOf = (story: StoryInformation): StoryInformation => from((name) => story[name]);

/** Only what the author changed is sent, so that a field changed elsewhere stays as it is there. Null: nothing. */
export function changedInformation(before: StoryInformation, after: StoryInformation): Partial<StoryInformation> | null {
  const changed = informationNames.filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** What stood in these fields when the author began. */
export const seenOf = (start: StoryInformation, changed: Partial<StoryInformation>): Partial<StoryInformation> => Object.fromEntries(informationNames.filter((name) => changed[name] !== undefined).map((name) => [name, start[name]]));

/** Takes over what changed elsewhere, except where the author has typed. */
export const rebaseInformation = (typed: StoryInformation, start: StoryInformation, now: StoryInformation): StoryInformation => from((name) => (typed[name] === start[name] ? now[name] : typed[name]));

/** Without a title or an author nothing is saved. */
export const isSavable = ({ title, authorName }: StoryInformation): boolean => title.trim() !== '' && authorName.trim() !== '';
