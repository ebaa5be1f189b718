import type { Book } from '@inkbear/contracts/books/book';
import type { Design, DesignSettings } from '@inkbear/contracts/books/design';
import type { Matter } from '@inkbear/contracts/books/matter';
import type { Edition } from '@inkbear/contracts/export/edition';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { chapterKeys } from '../../features/chapters/chapters.api.ts';
import { sortChapters } from '../../features/chapters/last-chapter.ts';
import { allowedExports } from '../../features/exports/allowed-exports.ts';
import { CheckPanel } from '../../features/press/components/check-panel.tsx';
import { FiguresPanel } from '../../features/press/components/figures-panel.tsx';
import { FilesPanel } from '../../features/press/components/files-panel.tsx';
import { PreviewStage } from '../../features/press/components/preview-stage.tsx';
import { type SettingsGroup, SettingsPanel } from '../../features/press/components/settings-panel.tsx';
import type { Mark } from '../../features/press/components/spread-view.tsx';
import { editionQuery, editionsQuery, useEditionProgress } from '../../features/press/editions.api.ts';
import { useDesignForm } from '../../features/press/hooks/use-design-form.ts';
import { useMatterForm } from '../../features/press/hooks/use-matter-form.ts';
import { usePreview } from '../../features/press/hooks/use-preview.ts';
import { listPieces } from '../../features/press/matter-form-values.ts';
import type { Measures } from '../../features/press/preview/messages.ts';
import type { PreviewWorker } from '../../features/press/preview/open-preview.ts';
import { documents } from '../../features/writing/tab-documents.ts';
import { saveFirst } from '../../features/writing/save-first.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import { useIsEditorNarrow } from '../../manuscript/use-is-editor-narrow.ts';
import { PressLayout, type PressPanel } from './press-layout.tsx';
import { useIsOnline } from '../../kit/use-is-online.ts';

interface Props {
  /** Starts the preview. */
  open: () => PreviewWorker;
  book: Book;
  chapters: readonly ChapterItem[];
  design: Design;
  matter: Matter;
}

/** The press of one book: settings, preview, and the panels with figures, findings and files. */
export function PressEditor(props: Props) {
  const { book } = props;
  const press = usePress(props);
  const { data: editions = [] } = useQuery(editionsQuery(book.id));
  return (
    <>
      {editions.map((edition) => (
        <EditionProgress key={edition.id} edition={edition} />
      ))}
      <PressPanels {...props} press={press} newest={editions[0]} />
    </>
  );
}

/** Follows the files that are being made, whichever panel is open. */
function EditionProgress({ edition }: { edition: Edition }) {
  useEditionProgress(edition);
  return null;
}

type PanelsProps = Props & { press: Press; newest: Edition | undefined };

function PressPanels({ press, newest, ...props }: PanelsProps) {
  const { book } = props;
  return (
    <PressLayout
      book={book}
      isNarrow={press.isNarrow}
      panel={press.panel}
      onPanel={press.setPanel}
      stage={
        <PreviewStage
          preview={press.preview}
          paper={press.design.settings.paper}
          isSingle={press.isNarrow}
          isOnline={press.isOnline}
          mark={press.mark}
          chapterPath={(id) => `/book/${book.id}?chapter=${encodeURIComponent(id)}`}
          titleOf={press.titleOf}
        />
      }
      panels={{
        settings: <Settings book={book} press={press} />,
        figures: <Figures press={press} />,
        check: newest ? <CheckOfEdition {...{ book, press, newest }} /> : <Check {...{ book, press }} edition={null} />,
        files: <Files {...props} press={press} />,
      }}
    />
  );
}

/** The state of the press that its panels share. */
function usePress({ open, book, chapters: unsorted, design: storedDesign, matter: storedMatter }: Props) {
  const chapters = useMemo(() => sortChapters(unsorted), [unsorted]);
  const design = useDesignForm(book.id, storedDesign);
  const matter = useMatterForm(book.id, storedMatter);
  const isSavingDone = useSaveBeforePreview(book.id);
  const pieces = listPieces(matter.texts);
  const input = isSavingDone ? { book: printedOf(book), design: design.settings, pieces } : null;
  const preview = usePreview({ open, chapters, input });
  const isNarrow = useIsEditorNarrow();
  // Wide windows always show a tab; a narrow one opens a sheet only when asked to.
  const [tab, setTab] = useState<PressPanel>('figures');
  const [sheet, setSheet] = useState<PressPanel>(null);
  const setPanel = isNarrow ? setSheet : setTab;
  const [group, setGroup] = useState<SettingsGroup>('page');
  const [mark, setMark] = useState<Mark | null>(null);
  return {
    chapters,
    design,
    matter,
    preview,
    isNarrow,
    isOnline: useIsOnline(),
    panel: isNarrow ? sheet : tab,
    setPanel,
    group,
    setGroup,
    mark,
    titleOf: (id: string) => chapters.find((chapter) => chapter.id === id)?.title ?? 'a deleted chapter',
    apply: (part: Partial<DesignSettings>) => design.apply(part, 'The design was changed'),
    showMark: (next: Mark) => {
      setMark({ ...next });
      setSheet(null);
    },
    openSettings: (next: SettingsGroup) => {
      setGroup(next);
      if (isNarrow) setSheet('settings');
    },
    measure: (settings: DesignSettings): Promise<Measures> =>
      preview.worker === null || input === null
        ? Promise.reject(new Error('The preview has not started yet.'))
        : preview.worker.measure({ ...input, design: settings, chapterIds: chapters.map(({ id }) => id) }),
    saveAll: async (): Promise<boolean> =>
      (await saveFirst((unsent) => includesChapter(unsent, chapters))) &&
      (await design.save()) &&
      (await matter.save()),
  };
}

type Press = ReturnType<typeof usePress>;

function Settings({ book, press }: { book: Book; press: Press }) {
  const { design, matter, chapters, group, setGroup } = press;
  return (
    <SettingsPanel
      {...{ design, matter, chapters, group }}
      canEdit={book.canEdit}
      bookId={book.id}
      onGroup={setGroup}
    />
  );
}

function Figures({ press: { preview, design, measure, apply } }: { press: Press }) {
  if (preview.layout === null) return <p>The figures appear once the pages are laid out.</p>;
  return <FiguresPanel measures={preview.layout} settings={design.settings} measure={measure} onApply={apply} />;
}

interface CheckProps {
  book: Book;
  press: Press;
}

/** The list of editions has no findings, so the newest edition is loaded. */
function CheckOfEdition({ newest, ...props }: CheckProps & { newest: Edition }) {
  const { data, isError, refetch } = useQuery(editionQuery(newest.id));
  if (data) return <Check {...props} edition={data} />;
  if (isError) return <RetryNote text="The findings could not be loaded." onRetry={() => void refetch()} />;
  return <p role="status">The findings are being loaded.</p>;
}

function Check({ book, press, edition }: CheckProps & { edition: Edition | null }) {
  const { preview, design, titleOf, apply, showMark, openSettings, setPanel } = press;
  return (
    <CheckPanel
      edition={edition}
      settings={design.settings}
      previewFindings={preview.layout?.findings ?? []}
      bookId={book.id}
      now={Date.now()}
      titleOf={titleOf}
      onShow={showMark}
      onApply={apply}
      onOpenTarget={(kind) =>
        kind === 'cover' ? setPanel('files') : openSettings(kind === 'matter' ? 'matter' : 'page')
      }
    />
  );
}

function Files({ book, design, matter, press }: Props & { press: Press }) {
  const { data: plan } = usePlanStatus();
  const { chapters, preview, isOnline, saveAll } = press;
  return (
    <FilesPanel
      book={book}
      pageCount={preview.layout?.pageCount ?? null}
      present={{ chapters, designRev: design.rev, matterRev: matter.rev }}
      hasWords={chapters.some(({ wordCount }) => wordCount > 0)}
      isOnline={isOnline}
      mayExport={plan === undefined ? null : allowedExports(plan, Date.now()).book}
      saveFirst={saveAll}
    />
  );
}

const includesChapter = (unsent: readonly string[], chapters: readonly ChapterItem[]): boolean =>
  chapters.some(({ id }) => unsent.includes(documentIdOf({ kind: 'chapter', id })));

/** The fields of a book that are printed; other fields do not change the pages. */
const printedOf = ({
  title,
  authorName,
  penName,
  publishingHouse,
  dedication,
  introduction,
  synopsis,
  language,
}: Book) => ({ title, authorName, penName, publishingHouse, dedication, introduction, synopsis, language });

/** Saves the unsaved text of the editor before the preview reads it. True once saving has ended, even if it failed. */
function useSaveBeforePreview(bookId: string): boolean {
  const client = useQueryClient();
  const [isDone, setDone] = useState(() => !documents.hasUnsaved());
  useEffect(() => {
    if (isDone) return;
    const finish = async () => {
      await documents.flushAll();
      await client.invalidateQueries({ queryKey: chapterKeys.list(bookId), exact: true });
      setDone(true);
    };
    finish().catch((error: unknown) => {
      reportError(error);
      setDone(true);
    });
  }, [client, bookId, isDone]);
  return isDone;
}
