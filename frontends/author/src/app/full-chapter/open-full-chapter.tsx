import { documentIdOf } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { Text } from '@codemirror/state';
import { useMemo, useRef, useState } from 'react';
import { contextChoice } from '../../features/ai-tools/context-choice.ts';
import { ChapterPlan } from '../../features/chapters/components/chapter-plan.tsx';
import { TargetField } from '../../features/chapters/components/target-field.tsx';
import { inOrder, lastChapter } from '../../features/chapters/last-chapter.ts';
import { type Remains, useGenerateWhole } from '../../features/full-chapter/api/generate-whole.ts';
import { AiUses } from '../../features/full-chapter/components/ai-uses.tsx';
import { AllChapters } from '../../features/full-chapter/components/all-chapters.tsx';
import { BookContext } from '../../features/full-chapter/components/book-context.tsx';
import { Card } from '../../features/full-chapter/components/card.tsx';
import { ChapterHeader } from '../../features/full-chapter/components/chapter-header.tsx';
import { CopyButton } from '../../features/full-chapter/components/copy-button.tsx';
import { GenerateOffer } from '../../features/full-chapter/components/generate-offer.tsx';
import { GenerationPreview } from '../../features/full-chapter/components/generation-preview.tsx';
import { GenerationRemains } from '../../features/full-chapter/components/generation-remains.tsx';
import { offersGenerate, refusalOf } from '../../features/full-chapter/may-generate.ts';
import { ReadOnlyNotice } from '../../features/plan/components/read-only-notice.tsx';
import { useResultMemory } from '../../features/proposals/hooks/use-result-memory.ts';
import { ReadAloud } from '../../features/read-aloud/read-aloud.tsx';
import { ConflictPanel } from '../../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../../features/writing/components/prose-field.tsx';
import { ProseReader } from '../../features/writing/components/prose-reader.tsx';
import { SaveStatus } from '../../features/writing/components/save-control.tsx';
import { SaveNotice } from '../../features/writing/components/save-notice.tsx';
import { useOtherTabs } from '../../features/writing/hooks/use-other-tabs.ts';
import { WordCount } from '../../features/writing/components/word-count.tsx';
import { useSaveFact } from '../../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { undecided } from '../../features/writing/undo-action.ts';
import { savedRevisionOf } from '../saved-revision.ts';
import { useReadingSource } from '../use-reading-source.ts';
import { useUndoAction } from '../manuscript/use-undo-action.ts';
import styles from './full-chapter-page.module.css';
import type { FullChapterProps } from './full-chapter.tsx';
import { useEditing } from './use-editing.ts';

/** The open chapter: to read or to edit, with its plan, its book and its neighbours beside it. */
export function OpenFullChapter({ book, chapter, chapters, queue }: FullChapterProps & { queue: SaveQueue }) {
  const [editor, setEditor] = useState<ProseEditor | null>(null);
  const manuscript = useMemo(() => ({ kind: 'chapter', id: chapter.id }) as const, [chapter.id]);
  const makeUndo = useUndoAction(manuscript);
  const memory = useResultMemory();
  const { isEditing, hasEdited, edit, save, cancel, view } = useEditing(queue, editor, makeUndo);
  const conflict = useSaveFact(queue, (facts) => facts.conflict);
  const isShort = useSaveFact(queue, () => offersGenerate(queue.text.length));
  const others = useOtherTabs(documentIdOf(manuscript), queue);
  const reading = useReadingSource(queue, editor, book.language);
  const { data: plan } = usePlanStatus();
  // The chapter as it was when a generation was asked for.
  const asked = useRef<Text | null>(null);
  const fill = (content: string, resultId: string | null) => {
    // The latest there is: this page may not have been drawn again since.
    if (editor === null || queue.view().conflict !== null) {
      showToast(
        editor === null
          ? { title: 'Editor Not Ready', description: 'Please wait for the editor to load.', tone: 'destructive' }
          : undecided('chapter'),
      );
      return null;
    }
    // Whoever wrote here meanwhile, in another tab, keeps what they wrote, however short it is.
    const isAsAsked = asked.current?.eq(queue.text) === true && offersGenerate(queue.text.length);
    const change = editor.accept(content, isAsAsked ? 'whole' : 'below', resultId);
    view();
    void queue.flush();
    return change;
  };
  const generation = useGenerateWhole(
    {
      book,
      chapter,
      context: () => contextChoice.read(book.id),
      revisionOf: (content) => savedRevisionOf(queue, content),
    },
    ({ content, wordCount, resultId }) => {
      const change = fill(content, resultId);
      if (change === null) return false;
      memory.markDone([resultId]);
      showToast({
        title: 'Chapter Generated!',
        description: `Generated ${wordCount.toLocaleString('en-GB')} words for ${chapter.title}`,
        action: makeUndo(change),
      });
      return true;
    },
  );
  const keepRemains = ({ text, resultId }: Remains) => {
    const change = fill(text, resultId);
    if (change === null) return;
    if (resultId !== null) memory.markDone([resultId]);
    generation.forget();
    showToast({ title: 'Accepted', description: 'Your text from before is in the history.', action: makeUndo(change) });
  };
  const generate = () => {
    const refusal = refusalOf(plan);
    if (refusal) return showToast({ ...refusal, ...(plan === undefined ? {} : { tone: 'destructive' as const }) });
    asked.current = queue.text;
    generation.start(queue.text.toString());
  };
  const isGenerating = generation.arriving !== null;
  const isReading = !isEditing && !conflict;
  const label = `${chapter.title}, text`;
  return (
    <>
      <ChapterHeader
        book={book}
        chapter={chapter}
        words={<WordCount queue={queue} />}
        onBack={() => lastChapter.keep(book.id, chapter.id)}
      >
        <SaveStatus queue={queue} />
        <CopyButton text={() => queue.text.toString()} />
        {isEditing ? (
          <>
            <PlainButton disabled={isGenerating} onClick={cancel}>
              Cancel
            </PlainButton>
            <PlainButton look="primary" disabled={isGenerating || !book.canEdit} onClick={() => void save()}>
              Save
            </PlainButton>
          </>
        ) : (
          <PlainButton look="primary" autoFocus={hasEdited} disabled={isGenerating || !book.canEdit} onClick={edit}>
            Edit
          </PlainButton>
        )}
      </ChapterHeader>
      <div className={styles['body']}>
        <div className={styles['prose']}>
          {!book.canEdit && <ReadOnlyNotice />}
          <SaveNotice noun="chapter" queue={queue} otherTabs={others} />
          {conflict && (
            <ConflictPanel noun="chapter" conflict={conflict} onChoose={(choice) => queue.resolve(choice)} />
          )}
          {isShort && book.canEdit && !isGenerating && !conflict && (
            <GenerateOffer
              bookId={book.id}
              chapterId={chapter.id}
              isPro={refusalOf(plan) === null}
              onGenerate={generate}
            />
          )}
          {generation.arriving !== null && (
            <GenerationPreview
              arriving={generation.arriving}
              language={book.language.toLowerCase()}
              onStop={generation.stop}
            />
          )}
          {generation.remains && !isGenerating && !conflict && (
            <GenerationRemains
              remains={generation.remains}
              language={book.language.toLowerCase()}
              onKeep={() => generation.remains && keepRemains(generation.remains)}
              onDiscard={generation.forget}
            />
          )}
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
        <aside className={styles['side']} aria-label="About this chapter">
          <Card title="Chapter Planning">
            <ChapterPlan chapter={chapter} canEdit={book.canEdit} />
            <hr className={styles['rule']} />
            <TargetField chapter={chapter} canEdit={book.canEdit} />
            <AiUses chapter={chapter} />
          </Card>
          <Card title="Read Aloud">
            <ReadAloud source={reading} />
          </Card>
          <BookContext book={book} />
          <AllChapters chapters={inOrder(chapters)} currentId={chapter.id} bookId={book.id} />
        </aside>
      </div>
    </>
  );
}
