import type { SectionRole } from '../document/source-document.ts';
import { roleOfTitle } from './matter-names.ts';

/** Where a chapter, or another section of a book, begins. */
export interface SectionStart {
  /** The index of its first block. */
  readonly block: number;
  /** The index of the first block after its title. */
  readonly textFrom: number;
  /** Its heading; lines are separated by line breaks. '' for none. */
  readonly heading: string;
  /** What the file, or the strategy, says about it; null if nothing. */
  readonly role: SectionRole | null;
}

/** The chapters that one strategy finds. */
export interface ChapterStarts {
  readonly starts: readonly SectionStart[];
  /** From 0 to 1: how certain it is that these are the chapters. */
  readonly confidence: number;
  /** The level of the headings that begin chapters; 0 if none do. */
  readonly level: number;
}

/** Whether a chapter begins there, and not front or back matter. */
export const isChapterStart = ({ heading, role }: SectionStart): boolean =>
  role === 'part' || role === 'chapter' || (role === null && heading !== '' && roleOfTitle(heading) === null);
