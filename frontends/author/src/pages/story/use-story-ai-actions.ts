import { limits } from '@inkbear/contracts/plans';
import type { Story } from '@inkbear/contracts/stories/story';
import type { EnhancementType, StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import type { AiRequest } from '../../features/proposals/ai-request.ts';
import type { StoryAction } from '../../features/stories/components/ai-bar.tsx';
import { noContent } from '../../features/stories/export-story.ts';
import { adjustments, enhancements, tones } from '../../features/stories/story-tools.ts';
import type { ProseEditor, Selection } from '../../features/writing/prose-editor.ts';
import { conflictToast, editorNotReadyToast } from '../../features/writing/undo-action.ts';
import { usePassageHighlight } from '../../manuscript/use-passage-highlight.ts';

const selectFirstToast = {
  title: 'Select Text First',
  description: 'Highlight text in your story to enhance it.',
  tone: 'destructive' as const,
};
const sentenceFor = <Id extends string>(choices: readonly { id: Id; sentence: string }[], id: Id): string =>
  choices.find((choice) => choice.id === id)?.sentence ?? '';
const isLongEnough = (text: string): boolean => text.length > limits.storySelectionCharacters;

interface Options {
  readonly story: Story;
  readonly queue: SaveQueue;
  readonly editor: ProseEditor | null;
  readonly onAsk: (request: AiRequest) => void;
}

/**
 * The AI buttons of a story: each asks AI at once, opens a dialog first, or shows a toast with the reason why it
 * cannot.
 */
export function useStoryAiActions({ story, queue, editor, onAsk }: Options) {
  const [dialog, setDialog] = useState<'tone' | 'length' | null>(null);
  const enhancing = useEnhanceSelection({ queue, editor, onAsk });
  const askForWhole = (kind: AiRequest['kind'], description: string, option: string | null = null) =>
    onAsk({ kind, option, description, passage: null, content: queue.text.toString() });
  const close = () => setDialog(null);
  const act = (action: StoryAction): void => {
    if (queue.view().conflict !== null) return showToast(conflictToast('story'));
    if (editor === null) return showToast(editorNotReadyToast);
    if (action === 'generate') return askForWhole('story-generate', generateSentence(story));
    if (action === 'enhance') return enhancing.open(editor.selection());
    if (queue.text.toString().trim() === '') return showToast(noContent);
    if (action === 'polish') return askForWhole('story-polish', 'Polish the story.');
    return setDialog(action);
  };
  return {
    act,
    dialog,
    close,
    selection: enhancing.selection,
    enhance: enhancing.enhance,
    closeSelection: enhancing.close,
    changeTone: (tone: StoryTone) => {
      close();
      askForWhole('story-tone', sentenceFor(tones, tone), tone);
    },
    adjustLength: (adjustment: StoryAdjustment) => {
      close();
      askForWhole('story-length', sentenceFor(adjustments, adjustment), adjustment);
    },
  };
}

const generateSentence = ({ title, targetWordCount }: Story): string =>
  `Write “${title}” from your answers, about ${formatNumber(targetWordCount)} words.`;

/** Enhancing the selection: the dialog for it, and the request for the passage at its current position. */
function useEnhanceSelection({ queue, editor, onAsk }: Omit<Options, 'story'>) {
  const [selection, setSelection] = useState<Selection | null>(null);
  // Text typed in another tab while the dialog is open moves the passage.
  const highlightedPassage = usePassageHighlight(editor, selection, 'selection');
  const open = (selected: Selection | null): void => {
    if (selected === null || !isLongEnough(selected.text) || selected.text.trim() === '')
      return showToast(selectFirstToast);
    setSelection(selected);
  };
  const enhance = (type: EnhancementType, instruction: string): void => {
    const range = highlightedPassage();
    const content = queue.text.toString();
    setSelection(null);
    if (range === null || range === 'gone' || !isLongEnough(content.slice(range.from, range.to)))
      return showToast(selectFirstToast);
    const description = sentenceFor(enhancements, type);
    onAsk({
      kind: 'story-enhance',
      option: type,
      description: instruction === '' ? description : `${description} ${instruction}`,
      passage: { ...range, text: content.slice(range.from, range.to) },
      content,
      ...(instruction === '' ? {} : { instruction }),
    });
  };
  return { selection, open, enhance, close: () => setSelection(null) };
}
