import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import type { Choice } from '../../saving/save-model.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { useMemo, useState } from 'react';
import { ChapterPlan } from '../../features/chapters/components/chapter-plan.tsx';
import { TargetField } from '../../features/chapters/components/target-field.tsx';
import { lastChapter, sortChapters } from '../../features/chapters/last-chapter.ts';
import { AiUses } from '../../features/full-chapter/components/ai-uses.tsx';
import { AllChapters } from '../../features/full-chapter/components/all-chapters.tsx';
import { BookContext } from '../../features/full-chapter/components/book-context.tsx';
import { ChapterHeader } from '../../features/full-chapter/components/chapter-header.tsx';
import { CopyButton } from '../../features/full-chapter/components/copy-button.tsx';
import { GenerateOffer } from '../../features/full-chapter/components/generate-offer.tsx';
import { GenerationPreview } from '../../features/full-chapter/components/generation-preview.tsx';
import { PartialChapter } from '../../features/full-chapter/components/partial-chapter.tsx';
import { blockedReasonOf, offersGenerate } from '../../features/full-chapter/may-generate.ts';
import { ReadOnlyNotice } from '../../features/plan/components/read-only-notice.tsx';
import { ReadAloud } from '../../features/read-aloud/read-aloud.tsx';
import { ConflictPanel } from '../../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../../features/writing/components/prose-field.tsx';
import { ProseReader } from '../../features/writing/components/prose-reader.tsx';
import { SaveStatus } from '../../features/writing/components/save-control.tsx';
import { SaveNotice } from '../../features/writing/components/save-notice.tsx';
import { WordCount } from '../../features/writing/components/word-count.tsx';
import { focusText } from '../../features/writing/focus-text.ts';
import { useOtherTabs } from '../../features/writing/hooks/use-other-tabs.ts';
import { useSaveStateValue } from '../../features/writing/hooks/use-save-state-value.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { useUndoAction } from '../../manuscript/use-undo-action.ts';
import { useReadingSource } from '../../manuscript/use-reading-source.ts';
import { SideCard } from '../../ui/side-card.tsx';
import styles from './full-chapter.module.css';
import { useChapterGeneration } from './use-chapter-generation.ts';
import { useEditMode } from './use-edit-mode.ts';

export interface FullChapterProps {
  book: Book;
  chapter: ChapterItem;
  chapters: readonly ChapterItem[];
  userId: string;
}

type Props = FullChapterProps & { queue: SaveQueue };

/** The open chapter on its own page: read or edit it, with its plan, its book and the other chapters beside it. */
export function FullChapterEditor({ book, chapter, chapters, queue }: Props) {
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const manuscript = useMemo(() => ({ kind: 'chapter', id: chapter.id }) as const, [chapter.id]);
  const makeUndo = useUndoAction(manuscript);
  const mode = useEditMode(queue, editor, makeUndo);
  const generation = useChapterGeneration({ book, chapter, queue, editor, makeUndo, onFilled: mode.read });
  const conflict = useSaveStateValue(queue, (view) => view.conflict);
  const otherTabs = useOtherTabs(documentIdOf(manuscript), queue);
  const reading = useReadingSource(queue, editor, book.language);
  const isGenerating = generation.streamingText !== null;
  const isReading = !mode.isEditing && !conflict;
  const label = `${chapter.title}, text`;
  const chooseVersion = (choice: Choice) => {
    queue.resolve(choice);
    focusText(mode.isEditing ? editor : null);
  };
  return (
    <>
      <ChapterHeader
        book={book}
        chapter={chapter}
        words={<WordCount queue={queue} />}
        onBack={() => lastChapter.save(book.id, chapter.id)}
      >
        <SaveStatus queue={queue} />
        <CopyButton text={() => queue.text.toString()} />
        <EditButtons mode={mode} isGenerating={isGenerating} canEdit={book.canEdit} />
      </ChapterHeader>
      <div className={styles['body']}>
        <div className={styles['prose']}>
          {!book.canEdit && <ReadOnlyNotice />}
          <SaveNotice noun="chapter" queue={queue} otherTabs={otherTabs} />
          {conflict && <ConflictPanel noun="chapter" conflict={conflict} onChoose={chooseVersion} />}
          <Generation {...{ book, chapter, queue, generation }} hasConflict={conflict !== null} />
          {isReading && !isGenerating && <ProseReader queue={queue} label={label} editor={editor} />}
          <ProseField
            onEditor={setEditor}
            queue={queue}
            label={label}
            language={book.language}
            isReadOnly={!book.canEdit || conflict !== null}
            isHidden={isReading || isGenerating}
          />
        </div>
        <ChapterSide {...{ book, chapter, chapters, reading }} />
      </div>
    </>
  );
}

type SideProps = Pick<Props, 'book' | 'chapter' | 'chapters'> & { reading: ReturnType<typeof useReadingSource> };

function ChapterSide({ book, chapter, chapters, reading }: SideProps) {
  return (
    <aside className={styles['side']} aria-label="About this chapter">
      <SideCard level={2} title="Chapter Planning">
        <ChapterPlan chapter={chapter} canEdit={book.canEdit} />
        <hr className={styles['rule']} />
        <TargetField chapter={chapter} canEdit={book.canEdit} />
        <AiUses chapter={chapter} />
      </SideCard>
      <SideCard level={2} title="Read Aloud">
        <ReadAloud source={reading} />
      </SideCard>
      <BookContext book={book} />
      <AllChapters chapters={sortChapters(chapters)} currentId={chapter.id} bookId={book.id} />
    </aside>
  );
}

interface EditButtonsProps {
  mode: ReturnType<typeof useEditMode>;
  isGenerating: boolean;
  canEdit: boolean;
}

function EditButtons({ mode, isGenerating, canEdit }: EditButtonsProps) {
  if (!mode.isEditing)
    return (
      <PlainButton variant="primary" autoFocus={mode.hasEdited} disabled={isGenerating || !canEdit} onClick={mode.edit}>
        Edit
      </PlainButton>
    );
  return (
    <>
      <PlainButton disabled={isGenerating} onClick={mode.cancel}>
        Cancel
      </PlainButton>
      <PlainButton variant="primary" disabled={isGenerating || !canEdit} onClick={() => void mode.save()}>
        Save
      </PlainButton>
    </>
  );
}

interface GenerationProps extends Pick<Props, 'book' | 'chapter' | 'queue'> {
  generation: ReturnType<typeof useChapterGeneration>;
  hasConflict: boolean;
}

/** The offer to generate a short chapter, the text that streams in, and the partial text of a stopped generation. */
function Generation({ book, chapter, queue, generation, hasConflict }: GenerationProps) {
  const { data: plan } = usePlanStatus();
  const isShort = useSaveStateValue(queue, () => offersGenerate(queue.text.length));
  const { streamingText, partial } = generation;
  const language = book.language.toLowerCase();
  if (streamingText !== null)
    return <GenerationPreview streamingText={streamingText} language={language} onStop={generation.stop} />;
  if (hasConflict) return null;
  return (
    <>
      {isShort && book.canEdit && (
        <GenerateOffer
          bookId={book.id}
          chapterId={chapter.id}
          isPro={blockedReasonOf(plan) === null}
          onGenerate={generation.generate}
        />
      )}
      {partial && (
        <PartialChapter
          partial={partial}
          language={language}
          onKeep={() => generation.keepPartial(partial)}
          onDiscard={generation.discardPartial}
        />
      )}
    </>
  );
}
