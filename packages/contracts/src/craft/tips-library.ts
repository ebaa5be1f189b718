import characters from './tips/characters.json' with { type: 'json' };
import habit from './tips/habit.json' with { type: 'json' };
import planning from './tips/planning.json' with { type: 'json' };
import plot from './tips/plot.json' with { type: 'json' };
import publishing from './tips/publishing.json' with { type: 'json' };
import style from './tips/style.json' with { type: 'json' };

export const tipTypes = ['tip', 'technique', 'fact', 'inspiration'] as const;
export interface LibraryTip {
  readonly type: string;
  readonly text: string;
}
export interface TipCategory {
  readonly id: string;
  readonly label: string;
  readonly tips: readonly LibraryTip[];
}

/** More than 250 different tips in six categories. */
export const tipsLibrary: readonly TipCategory[] = [
  { id: 'planning', label: 'Ideas and planning', tips: planning },
  { id: 'characters', label: 'Characters', tips: characters },
  { id: 'plot', label: 'Plot and structure', tips: plot },
  { id: 'style', label: 'Style and dialogue', tips: style },
  { id: 'habit', label: 'Habit and revision', tips: habit },
  { id: 'publishing', label: 'Publishing and readers', tips: publishing },
];
