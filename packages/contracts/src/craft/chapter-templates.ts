import templates from './chapter-templates.json' with { type: 'json' };

export const templateGenres = ['romance', 'mystery', 'fantasy', 'thriller'] as const;
export type TemplateGenre = (typeof templateGenres)[number];
export interface Beat {
  title: string;
  happens: string;
}
export interface ChapterTemplate {
  title: string;
  beats: Beat[];
}

/** Four beats of a chapter for each genre. */
export const chapterTemplates: Readonly<Record<TemplateGenre, ChapterTemplate>> = templates;
