import { countWords } from '@inkbear/prose/word-count';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMemo, useState } from 'react';
import { type ActionId, requestText, targetWords } from '../../../features/ai-tools/actions.ts';
import { AiPanel } from '../../../features/ai-tools/components/ai-panel.tsx';
import { blockedReasonOf } from '../../../features/ai-tools/ai-preconditions.ts';
import type { AiRequest } from '../../../features/proposals/ai-request.ts';
import { SavedList } from '../../../features/proposals/components/saved-list.tsx';
import { useSaveStateValue } from '../../../features/writing/hooks/use-save-state-value.ts';
import { useSelection } from '../../../features/writing/hooks/use-selection.ts';
import type { Selection } from '../../../features/writing/prose-editor.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import { SelectionVariations } from './selection-variations.tsx';

export default function AiTool() {
  const { manuscript, queue, editor, isAiRunning, askAi, reopenResult, layout } = useOpenManuscript();
  const { book, current, hasDetailedOutline } = useOpenChapter();
  const { data: plan, isError, refetch } = usePlanStatus();
  const isPro = plan === undefined ? null : plan.plan !== 'free' && plan.isActive;
  const chapterWords = useSaveStateValue(queue, (view) => view.words);
  const selection = useSelection(editor);
  const selectedWords = useMemo(
    () => (selection && selection.text.trim() !== '' ? countWords(selection.text) : null),
    [selection],
  );
  const [choosing, setChoosing] = useState<{ selection: Selection; option: string | null } | null>(null);

  const act = (action: ActionId, option: string | null) => {
    const content = queue.text.toString();
    const reason = blockedReasonOf(action, {
      hasEditor: editor !== null,
      isPro: isPro === true,
      hasConflict: queue.view().conflict !== null,
      text: content,
      selected: selection?.text ?? null,
    });
    if (reason) return showToast({ ...reason, tone: 'destructive' });
    const passage = selectedWords === null ? null : selection;
    if (passage && (action === 'selection' || action === 'tone' || action === 'expand'))
      return setChoosing({ selection: passage, option });
    if (action === 'selection') return;
    askAi(requestFor(action, { option, content, passage, selectedWords, title: current.title }));
  };
  if (isError && plan === undefined)
    return <RetryNote text="Your plan could not be loaded." onRetry={() => void refetch()} />;
  return (
    <>
      <AiPanel
        bookId={book.id}
        chapterId={current.id}
        {...{ isPro, hasDetailedOutline, chapterWords, selectedWords }}
        isBusy={isAiRunning}
        onAct={act}
        onContext={() => layout.openTool('context')}
      />
      <SavedList manuscript={manuscript} isBusy={isAiRunning} onOpen={reopenResult} />
      {choosing && <SelectionVariations {...choosing} onClose={() => setChoosing(null)} />}
    </>
  );
}

interface RequestInput {
  /** Of `instruct`: the author's own instruction. */
  readonly option: string | null;
  readonly content: string;
  readonly passage: Selection | null;
  readonly selectedWords: number | null;
  readonly title: string;
}

function requestFor(
  action: Exclude<ActionId, 'selection'>,
  { option, content, passage, selectedWords, title }: RequestInput,
): AiRequest {
  const words = targetWords[action];
  const isInstruction = action === 'instruct';
  const worksOnSelection = action === 'rewrite' || isInstruction;
  return {
    ...(words === undefined ? {} : { words }),
    ...(isInstruction && option !== null ? { instruction: option } : {}),
    kind: action,
    option: isInstruction ? null : option,
    content,
    passage: worksOnSelection ? passage : null,
    description: requestText(action, option, title, worksOnSelection ? selectedWords : null),
  };
}
