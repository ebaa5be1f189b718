import type { StoryAdjustment, StoryTone } from '@inkbear/contracts/stories/story-writing';
import { adjustments, tones } from '../story-tools.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import styles from './story-dialogs.module.css';

const note = (
  <p className={styles['note']}>
    You get the whole story as a proposal beside your text. You can accept all of it, parts of it or nothing.
  </p>
);

export function ToneDialog({ onChoose, onClose }: { onChoose: (tone: StoryTone) => void; onClose: () => void }) {
  return (
    <ChoiceDialog title="Change Story Tone" choices={tones} onChoose={onChoose} onClose={onClose}>
      {note}
    </ChoiceDialog>
  );
}

export function LengthDialog({
  onChoose,
  onClose,
}: {
  onChoose: (adjustment: StoryAdjustment) => void;
  onClose: () => void;
}) {
  return (
    <ChoiceDialog title="Adjust Story Length" choices={adjustments} onChoose={onChoose} onClose={onClose}>
      {note}
    </ChoiceDialog>
  );
}
