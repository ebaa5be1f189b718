import items from './chapter-checklist.json' with { type: 'json' };

export interface ChecklistItem {
  id: string;
  label: string;
  question: string;
}

/** Six criteria of a good chapter. */
export const chapterChecklist: readonly ChecklistItem[] = items;
