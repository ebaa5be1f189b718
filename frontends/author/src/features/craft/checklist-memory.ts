import { chapterChecklist } from '@inkbear/contracts/craft/chapter-checklist';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = (chapterId: string) => `inkbear-checklist:${chapterId}`;
const known = new Set(chapterChecklist.map(({ id }) => id));

/** The ticked items of a chapter, on this device. */
export const checklistMemory = {
  read: (chapterId: string): ReadonlySet<string> =>
    new Set((safeLocalStorage.get(key(chapterId)) ?? '').split(',').filter((id) => known.has(id))),
  save: (chapterId: string, ticked: ReadonlySet<string>): void =>
    safeLocalStorage.set(key(chapterId), ticked.size === 0 ? null : [...ticked].join(',')),
};
