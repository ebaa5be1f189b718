import { limits } from '@inkbear/contracts/plans';
import type { Story } from '@inkbear/contracts/stories/story';
import type { EnhancementType, StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import type { Wish } from '../../features/proposals/wish.ts';
import type { StoryAction } from '../../features/stories/components/ai-bar.tsx';
import { noContent } from '../../features/stories/export-text.ts';
import { adjustments, enhancements, tones } from '../../features/stories/story-tools.ts';
import type { ProseEditor, Selection } from '../../features/writing/prose-editor.ts';
import { undecided } from '../../features/writing/undo-action.ts';
import { usePassageMark } from '../manuscript/use-passage-mark.ts';

const selectFirst = {
  title: 'Select Text First',
  description: 'Highlight text in your story to enhance it.',
  tone: 'destructive' as const,
};
const askedFor = <Id extends string>(choices: readonly { id: Id; asked: string }[], id: Id): string =>
  choices.find((choice) => choice.id === id)?.asked ?? '';

interface Place {
  readonly story: Story;
  readonly queue: SaveQueue;
  readonly editor: ProseEditor | null;
  readonly onAsk: (wish: Wish) => void;
}

/** What the buttons of AI do: ask at once, ask how first, or say why not. */
export function useStoryTools({ story, queue, editor, onAsk }: Place) {
  const [dialog, setDialog] = useState<'tone' | 'length' | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  // What is typed elsewhere while the dialog is open moves the passage.
  const marked = usePassageMark(editor, selection, 'selection');
  const whole = (kind: Wish['kind'], asked: string, option: string | null = null) =>
    onAsk({ kind, option, asked, passage: null, content: queue.text.toString() });
  const act = (action: StoryAction): void => {
    if (queue.view().conflict !== null) return showToast(undecided('story'));
    if (editor === null)
      return showToast({
        title: 'Editor Not Ready',
        description: 'Please wait for the editor to load.',
        tone: 'destructive',
      });
    if (action === 'generate')
      return whole(
        'story-generate',
        `Write “${story.title}” from your answers, about ${story.targetWordCount.toLocaleString('en-GB')} words.`,
      );
    if (action === 'enhance') {
      const selected = editor.selection();
      if (selected === null || selected.text.length <= limits.storySelectionCharacters || selected.text.trim() === '')
        return showToast(selectFirst);
      return setSelection(selected);
    }
    if (queue.text.toString().trim() === '') return showToast(noContent);
    if (action === 'polish') return whole('story-polish', 'Polish the story.');
    return setDialog(action);
  };
  const enhance = (type: EnhancementType, instruction: string): void => {
    const place = marked();
    const content = queue.text.toString();
    setSelection(null);
    if (
      place === null ||
      place === 'gone' ||
      content.slice(place.from, place.to).length <= limits.storySelectionCharacters
    )
      return showToast(selectFirst);
    const asked = askedFor(enhancements, type);
    onAsk({
      kind: 'story-enhance',
      option: type,
      asked: instruction === '' ? asked : `${asked} ${instruction}`,
      passage: { ...place, text: content.slice(place.from, place.to) },
      content,
      ...(instruction === '' ? {} : { instruction }),
    });
  };
  const close = () => setDialog(null);
  return {
    act,
    dialog,
    selection,
    close,
    enhance,
    closeSelection: () => setSelection(null),
    changeTone: (tone: StoryTone) => {
      close();
      whole('story-tone', askedFor(tones, tone), tone);
    },
    adjustLength: (adjustment: StoryAdjustment) => {
      close();
      whole('story-length', askedFor(adjustments, adjustment), adjustment);
    },
  };
}
