import type { Story } from '@inkbear/contracts/stories/story';
import { EnhanceDialog } from '../../features/stories/components/enhance-dialog.tsx';
import { InformationForm } from '../../features/stories/components/information-form.tsx';
import { LengthDialog, ToneDialog } from '../../features/stories/components/whole-story-dialogs.tsx';
import { Modal } from '../../ui/overlays/overlays.tsx';
import type { useStoryAiActions } from './use-story-ai-actions.ts';

interface Props {
  story: Story;
  aiActions: ReturnType<typeof useStoryAiActions>;
  isInformationOpen: boolean;
  onCloseInformation: () => void;
}

/** The dialogs of the story editor. */
export function StoryDialogs({ story, aiActions, isInformationOpen, onCloseInformation }: Props) {
  return (
    <>
      {aiActions.selection && (
        <EnhanceDialog
          selected={aiActions.selection.text}
          onChoose={aiActions.enhance}
          onClose={aiActions.closeSelection}
        />
      )}
      {aiActions.dialog === 'tone' && <ToneDialog onChoose={aiActions.changeTone} onClose={aiActions.close} />}
      {aiActions.dialog === 'length' && <LengthDialog onChoose={aiActions.adjustLength} onClose={aiActions.close} />}
      {isInformationOpen && (
        <Modal title="Story Information" width={620} onClose={onCloseInformation}>
          <InformationForm key={story.id} story={story} onSaved={onCloseInformation} />
        </Modal>
      )}
    </>
  );
}
