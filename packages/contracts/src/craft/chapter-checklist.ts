import items from './chapter-checklist.json' with { type: 'json' };

export interface ChecklistItem {
  id: string;
  label: string;
  question: string;
}

/** The six things that a good chapter has. */
export const chapterChecklist: readonly ChecklistItem[] = items;
