import type { StoryAnswers } from '@inkbear/contracts/stories/story-templates';
import type { StoryType } from '@inkbear/contracts/stories/story-types';
import { userDrafts } from '@inkbear/web-kit/user-drafts.ts';

const nameOf = (type: StoryType) => `story-answers:${type}`;

/** Draft answers of a user, one for each template, on this device until sign-out. */
export const storyDraft = {
  read: (userId: string, type: StoryType): StoryAnswers | null => {
    const answers = parse(userDrafts.read('device', userId, nameOf(type)));
    return Object.values(answers).some((answer) => answer?.trim() !== '') ? answers : null;
  },
  /** Null deletes the draft. */
  save: (userId: string, type: StoryType, answers: StoryAnswers | null): void => {
    userDrafts.write('device', {
      owner: userId,
      name: nameOf(type),
      text: answers === null ? null : JSON.stringify(answers),
    });
  },
};

/** Accepts any stored text, because users can edit the browser's storage. */
function parse(text: string | null): StoryAnswers {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return found !== null && typeof found === 'object'
      ? Object.fromEntries(
          Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
        )
      : {};
  } catch {
    return {};
  }
}
