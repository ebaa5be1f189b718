import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { kindNames } from '@inkbear/contracts/bible/names';
import { firstWordsOf } from '@inkbear/prose/marks/first-words';
import { findScenes } from '@inkbear/prose/marks/scenes';
import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import { mentionsPreference } from '../../features/bible/mentions-preference.ts';
import { openEntry } from '../../features/bible/open-entry.ts';
import { sortChapters } from '../../features/chapters/last-chapter.ts';
import { type ManuscriptAction, manuscriptActions, manuscriptCommands } from '../../manuscript/manuscript-actions.ts';
import type { OpenManuscript } from '../../manuscript/open-manuscript.ts';
import type { OpenChapter } from './open-chapter.ts';
import { chapterTools } from './tool-list.ts';

/** The actions for the open chapter, as listed in the menu and the command palette. */
export const chapterActions = (
  openManuscript: OpenManuscript,
  { book, current, flush }: Pick<OpenChapter, 'book' | 'current' | 'flush'>,
  areMentionsMarked: boolean,
): ManuscriptAction[] =>
  manuscriptActions(openManuscript, [
    {
      id: 'full',
      label: 'View full',
      keywords: ['full chapter', 'new tab', 'page'],
      run: () => openFullChapter(book.id, current.id, flush),
    },
    {
      id: 'mentions',
      label: areMentionsMarked
        ? 'Hide dotted lines under story bible names'
        : 'Show dotted lines under story bible names',
      keywords: ['mentions', 'names', 'story bible', 'underline'],
      run: () => mentionsPreference.set(!areMentionsMarked),
    },
  ]);

/** The link to the book's settings, in the menu and the command palette. */
export const settingsLink = {
  label: 'Book settings and export',
  path: (bookId: string) => `/book/${bookId}?tab=settings`,
} as const;

/** The link to the pages of the book as they will print, in the palette. */
const pressLink = {
  label: 'Print & e-book: pages and files',
  path: (bookId: string) => `/book/${bookId}/press`,
} as const;

/** The link to the corkboard, below the list of chapters and in the palette. */
export const corkboardLink = {
  label: 'Corkboard: chapters and scenes',
  path: (bookId: string) => `/book/${bookId}/corkboard`,
} as const;

/** The link to an import that appends chapters to the book, below the list of chapters and in the palette. */
export const appendLink = {
  label: 'Add chapters from a file',
  path: (bookId: string) => `/import?book=${bookId}`,
} as const;

interface CommandContext {
  readonly areMentionsMarked: boolean;
  /** The entries of the story bible, as far as they are loaded. */
  readonly entries: readonly Pick<BibleEntry, 'id' | 'kind' | 'name' | 'aliases'>[];
}

/**
 * The commands of the palette: tools, actions, the scenes of the chapter, all other chapters of the book, the neighbouring
 * ones first, and the entries of its story bible.
 */
export function chapterCommands(
  openManuscript: OpenManuscript,
  chapter: OpenChapter,
  { areMentionsMarked, entries }: CommandContext,
): Command[] {
  const { book, chapters, current, onOpen } = chapter;
  const rows = sortChapters(chapters);
  const at = rows.findIndex(({ id }) => id === current.id);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  return [
    ...manuscriptCommands(
      chapterActions(openManuscript, chapter, areMentionsMarked),
      chapterTools,
      openManuscript.layout,
    ),
    ...(before
      ? [{ id: 'editor:previous', label: `Previous chapter: ${before.title}`, run: () => onOpen(before.id) }]
      : []),
    ...(after ? [{ id: 'editor:next', label: `Next chapter: ${after.title}`, run: () => onOpen(after.id) }] : []),
    ...sceneCommands(openManuscript),
    ...rows
      .filter(({ id }) => id !== current.id)
      .map(({ id, chapterNumber, title }) => ({
        id: `editor:chapter:${id}`,
        label: `Chapter ${chapterNumber}: ${title}`,
        keywords: ['go to', 'open'],
        run: () => onOpen(id),
      })),
    ...entries.map(({ id, kind, name, aliases }) => ({
      id: `editor:entry:${id}`,
      label: `${name} (${kindNames[kind].toLowerCase()})`,
      keywords: ['story bible', ...aliases],
      run: () => {
        openEntry(book.id, id);
        openManuscript.layout.openTool('bible');
      },
    })),
    ...pageCommands(book),
  ];
}

/** The commands that open pages of the book. */
const pageCommands = ({ id, canEdit }: OpenChapter['book']): Command[] => [
  { id: 'editor:settings', label: settingsLink.label, run: settingsLink.path(id) },
  {
    id: 'editor:press',
    label: pressLink.label,
    keywords: ['export', 'typeset', 'preview', 'layout', 'design', 'epub', 'docx', 'pdf', 'kdp', 'trim', 'cover'],
    run: pressLink.path(id),
  },
  {
    id: 'editor:corkboard',
    label: corkboardLink.label,
    keywords: ['scenes', 'cards', 'synopsis', 'structure', 'split', 'merge', 'reorder', 'move'],
    run: corkboardLink.path(id),
  },
  ...(canEdit
    ? [
        {
          id: 'editor:append',
          label: appendLink.label,
          keywords: ['import', 'upload', 'word', 'docx', 'append'],
          run: appendLink.path(id),
        },
      ]
    : []),
];

const maxSceneCommands = 200;

/** Commands that go to the scenes of the open chapter, if it has several. */
function sceneCommands({ queue, editor }: OpenManuscript): Command[] {
  if (editor === null) return [];
  const text = queue.text.toString();
  const scenes = findScenes(text, maxSceneCommands);
  if (scenes.length < 2) return [];
  return scenes.map((scene, index) => ({
    id: `editor:scene:${index}`,
    label: `Scene ${index + 1}: ${firstWordsOf(text, scene)}`,
    keywords: ['go to'],
    run: () => editor.reveal({ from: scene.from, to: scene.from }),
  }));
}

/**
 * Starts a save first, because the other page reads from the server. The tab must open in the same event as the click,
 * or the popup blocker stops it.
 */
function openFullChapter(bookId: string, chapterId: string, flush: () => Promise<boolean>): void {
  void flush();
  window.open(
    `/full-chapter?id=${encodeURIComponent(chapterId)}&bookId=${encodeURIComponent(bookId)}`,
    '_blank',
    'noopener',
  );
}
