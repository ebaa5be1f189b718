import type { Story } from '@inkbear/contracts/stories/story';
import { EnhanceDialog } from '../../features/stories/components/enhance-dialog.tsx';
import { InformationForm } from '../../features/stories/components/information-form.tsx';
import { LengthDialog, ToneDialog } from '../../features/stories/components/whole-story-dialogs.tsx';
import { Modal } from '../../ui/overlays/overlays.tsx';
import type { useStoryAiActions } from './use-story-ai-actions.ts';

interface Props {
  story: Story;
  tools: ReturnType<typeof useStoryAiActions>;
  isInformationOpen: boolean;
  onCloseInformation: () => void;
}

/** The dialogs of the story editor. */
export function StoryDialogs({ story, tools, isInformationOpen, onCloseInformation }: Props) {
  return (
    <>
      {tools.selection && (
        <EnhanceDialog selected={tools.selection.text} onChoose={tools.enhance} onClose={tools.closeSelection} />
      )}
      {tools.dialog === 'tone' && <ToneDialog onChoose={tools.changeTone} onClose={tools.close} />}
      {tools.dialog === 'length' && <LengthDialog onChoose={tools.adjustLength} onClose={tools.close} />}
      {isInformationOpen && (
        <Modal title="Story Information" width={620} onClose={onCloseInformation}>
          <InformationForm key={story.id} story={story} onSaved={onCloseInformation} />
        </Modal>
      )}
    </>
  );
}
