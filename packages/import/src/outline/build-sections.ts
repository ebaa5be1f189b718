import type { SectionRole } from '../document/source-document.ts';
import { ChapterTitles, oneLine, parseLabel } from './chapter-label.ts';
import type { SectionStart } from './chapter-starts.ts';
import { classifyPage } from './classify-page.ts';
import type { DocumentView } from './document-view.ts';
import { roleOfTitle, roleTitles } from './matter-names.ts';
import type { OutlineSection, SectionKind } from './outline.ts';

/** Pages that Inkbear makes itself. */
const madeRoles: ReadonlySet<SectionRole | null> = new Set(['title-page', 'contents']);
/** Pages that stand before the text, wherever the file has them between two chapters. */
const frontRoles: ReadonlySet<SectionRole | null> = new Set([
  'title-page',
  'contents',
  'copyright',
  'dedication',
  'epigraph',
]);
/** A text before the first chapter that is longer than a page is a chapter itself. */
const maxPageWords = 500;

interface Draft extends SectionStart {
  readonly to: number;
  readonly words: number;
}

/** Makes sections of starts, which are in the order of the text. */
export function buildSections(starts: readonly SectionStart[], view: DocumentView): OutlineSection[] {
  const drafts = toDrafts(starts, view);
  const roles = drafts.map((draft) => roleOf(draft, view));
  const isChapter = (index: number): boolean => isChapterRole(roles[index] ?? null, drafts[index]);
  const indexes = [...drafts.keys()];
  const first = indexes.findIndex(isChapter);
  const last = indexes.findLastIndex(isChapter);
  const titles = new ChapterTitles(drafts.filter((_draft, index) => isChapter(index)).map(({ heading }) => heading));
  const sections = drafts.map((draft, index): OutlineSection => {
    const role = roles[index] ?? null;
    const kind = kindOf({ role, index, first, last });
    return {
      title: titleOf(draft, { role, kind }, { titles, view }),
      kind,
      role,
      part: null,
      isIncluded: !madeRoles.has(role) && isIncludedAt(draft.block, view),
      from: draft.block,
      textFrom: draft.textFrom,
      to: draft.to,
    };
  });
  return withParts(sections, view);
}

function toDrafts(starts: readonly SectionStart[], view: DocumentView): Draft[] {
  return starts.map((start, index) => {
    const to = starts[index + 1]?.block ?? view.blocks.length;
    return { ...start, to, words: view.wordsBetween(start.textFrom, to) };
  });
}

function roleOf({ block, textFrom, to, heading, role }: Draft, view: DocumentView): SectionRole | null {
  if (role !== null) return role;
  if (heading === '') return classifyPage({ from: block, to }, view);
  const named = roleOfTitle(heading);
  if (named !== null) return named;
  const isBookTitle = heading.toLowerCase() === view.document.metadata.title.trim().toLowerCase();
  return isBookTitle && block === view.nextText(0) && textFrom < to ? 'title-page' : null;
}

/** Whether a section belongs to the text itself. */
const isChapterRole = (role: SectionRole | null, draft: Draft | undefined): boolean =>
  role === 'chapter' ||
  role === 'part' ||
  (role === null && draft !== undefined && (draft.heading !== '' || draft.words > maxPageWords));

interface Place {
  readonly role: SectionRole | null;
  readonly index: number;
  /** The indexes of the first and the last chapter; -1 if there is none. */
  readonly first: number;
  readonly last: number;
}

function kindOf({ role, index, first, last }: Place): SectionKind {
  if (first < 0) return role === null ? 'chapter' : 'front';
  if (index < first) return 'front';
  if (index > last) return role === null ? 'chapter' : 'back';
  return frontRoles.has(role) ? 'front' : 'chapter';
}

interface TitleContext {
  readonly titles: ChapterTitles;
  readonly view: DocumentView;
}

function titleOf(
  { heading, block, to }: Draft,
  { role, kind }: { role: SectionRole | null; kind: SectionKind },
  { titles, view }: TitleContext,
): string {
  if (heading !== '' && (kind !== 'chapter' || role === 'part')) return oneLine(heading);
  if (heading !== '') return titles.next(heading);
  if (role !== null && role !== 'chapter') return roleTitles[role];
  if (kind === 'chapter') return titles.nextUntitled();
  const [words] = view.texts.slice(block, to).filter((text) => text !== '');
  return oneLine((words ?? '').slice(0, 60)) || 'Untitled page';
}

/** What the page break before a section says. */
function isIncludedAt(block: number, view: DocumentView): boolean {
  let at = block - 1;
  while (at >= 0 && view.textBlock(at) === null) {
    const before = view.blocks[at];
    if (before?.kind === 'page-break') return before.isIncluded;
    at -= 1;
  }
  return true;
}

/** The title page of a part that has no text becomes the part of the chapter after it. */
function withParts(sections: readonly OutlineSection[], view: DocumentView): OutlineSection[] {
  const isLabelled = (section: OutlineSection | undefined): boolean =>
    section !== undefined && typeof parseLabel(headingOf(section, view))?.number === 'number';
  const chapters = sections.filter(({ kind }) => kind === 'chapter');
  const areMostLabelled = chapters.filter(isLabelled).length >= Math.max(1, chapters.length * 0.5);
  const kept: OutlineSection[] = [];
  let part: string | null = null;
  for (const [index, section] of sections.entries()) {
    const next = sections[index + 1];
    const isEmpty = view.wordsBetween(section.textFrom, section.to) === 0;
    const isTitleOfPart =
      section.role === 'part' ||
      (section.role === null && areMostLabelled && !isLabelled(section) && isLabelled(next) && section.title !== '');
    if (isEmpty && isTitleOfPart && next?.kind === 'chapter' && section.kind === 'chapter') {
      part = part === null ? section.title : `${part}: ${section.title}`;
      continue;
    }
    kept.push({ ...section, part: part === null ? null : oneLine(part) });
    part = null;
  }
  return kept;
}

const headingOf = ({ from, textFrom }: OutlineSection, view: DocumentView): string =>
  view.texts
    .slice(from, textFrom)
    .filter((text) => text !== '')
    .join('\n');
