import type { EnhancementType } from '@inkbear/contracts/stories/story-writing';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useState } from 'react';
import { enhancements } from '../story-tools.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import styles from './story-dialogs.module.css';

/** Maximum characters of the selection that are shown. */
const shownCharacters = 100;

interface Props {
  selected: string;
  onChoose: (type: EnhancementType, instruction: string) => void;
  onClose: () => void;
}

/** Asks how to enhance the selected passage. */
export function EnhanceDialog({ selected, onChoose, onClose }: Props) {
  const [instruction, setInstruction] = useState('');
  const characters = Array.from(selected);
  return (
    <ChoiceDialog
      title="Enhance Selected Text"
      choices={enhancements}
      onChoose={(type) => onChoose(type, instruction.trim())}
      onClose={onClose}
    >
      <blockquote className={styles['selection']} aria-label="Selected text">
        {characters.slice(0, shownCharacters).join('')}
        {characters.length > shownCharacters && '…'}
      </blockquote>
      <TextField
        label="Anything to keep in mind?"
        isOptional
        maxLength={1000}
        placeholder="Keep my grandmother’s own words"
        value={instruction}
        onChange={({ target }) => setInstruction(target.value)}
      />
    </ChoiceDialog>
  );
}
