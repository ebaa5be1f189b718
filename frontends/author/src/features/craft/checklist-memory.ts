import { chapterChecklist } from '@inkbear/contracts/craft/chapter-checklist';

const key = (chapterId: string) => `inkbear-checklist:${chapterId}`;
const known = new Set(chapterChecklist.map(({ id }) => id));

/** What is ticked for a chapter, on this device. */
export const checklistMemory = {
  read: (chapterId: string): ReadonlySet<string> => {
    try {
      return new Set((localStorage.getItem(key(chapterId)) ?? '').split(',').filter((id) => known.has(id)));
    } catch {
      return new Set();
    }
  },
  keep: (chapterId: string, ticked: ReadonlySet<string>): void => {
    try {
      if (ticked.size === 0) localStorage.removeItem(key(chapterId));
      else localStorage.setItem(key(chapterId), [...ticked].join(','));
    } catch {
      // A browser that keeps nothing starts with an empty list next time.
    }
  },
};
