import { chapterChecklist } from '@inkbear/contracts/craft/chapter-checklist';
import { deviceMemory } from '@inkbear/web-kit/device-memory.ts';

const key = (chapterId: string) => `inkbear-checklist:${chapterId}`;
const known = new Set(chapterChecklist.map(({ id }) => id));

/** What is ticked for a chapter, on this device. */
export const checklistMemory = {
  read: (chapterId: string): ReadonlySet<string> =>
    new Set((deviceMemory.read(key(chapterId)) ?? '').split(',').filter((id) => known.has(id))),
  keep: (chapterId: string, ticked: ReadonlySet<string>): void =>
    deviceMemory.keep(key(chapterId), ticked.size === 0 ? null : [...ticked].join(',')),
};
