import type { ParagraphBlock } from './source-document.ts';

/** What the names of paragraph styles say, in Word and in RTF. Names are in lower case. */

/** Paragraphs of these styles look different as a whole, which is no emphasis. The first is that of our own exports. */
const displayStyles = new Set([
  'display text',
  'quote',
  'intense quote',
  'block text',
  'caption',
  'epigraph',
  'dedication',
  'footnote text',
  'endnote text',
  'normal',
]);
const roles: Readonly<Record<string, ParagraphBlock['role']>> = {
  title: 'title',
  'book title': 'title',
  subtitle: 'subtitle',
  'chapter label': 'label',
  'chapter number': 'label',
};
const chapterStyles = new Set(['chapter title', 'chapter heading', 'chapter name', 'part title']);
const sceneBreakStyles = new Set(['scene break', 'scenebreak', 'section break', 'ornamental break', 'ornament']);
const headingName = /^heading ([1-9])$/;

export const isDisplayStyle = (name: string): boolean => displayStyles.has(name);

export const isSceneBreakStyle = (name: string): boolean => sceneBreakStyles.has(name);

export const roleOfStyle = (name: string): ParagraphBlock['role'] => roles[name] ?? null;

/** The level of a heading, from 1; undefined if the name says nothing. */
export function levelOfStyle(name: string): number | undefined {
  const [, digit] = headingName.exec(name) ?? [];
  if (digit !== undefined) return Number(digit);
  return chapterStyles.has(name) ? 1 : undefined;
}
