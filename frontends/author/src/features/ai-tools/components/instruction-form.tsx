import { instructionMax } from '@inkbear/contracts/ai/writing';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useState } from 'react';
import styles from './ai-panel.module.css';

interface Props {
  hasSelection: boolean;
  disabled: boolean;
  onAsk: (instruction: string) => void;
}

/** Asks AI for a change in the author’s own words. What was typed stays, so that it can be asked again. */
export function InstructionForm({ hasSelection, disabled, onAsk }: Props) {
  const [instruction, setInstruction] = useState('');
  const trimmed = instruction.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !disabled) onAsk(trimmed);
  };
  return (
    <form noValidate className={styles['instruction']} aria-label="Your own instruction" onSubmit={submit}>
      <TextField
        label={hasSelection ? 'What should change in the selection?' : 'What should change in the chapter?'}
        placeholder="Make her angrier"
        maxLength={instructionMax}
        autoComplete="off"
        value={instruction}
        onChange={({ target }) => setInstruction(target.value)}
      />
      <PlainButton type="submit" disabled={disabled || trimmed === ''}>
        Ask for this change
      </PlainButton>
    </form>
  );
}
