import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useState } from 'react';
import styles from './history-panel.module.css';

/** Saves the current text as a named revision, which is never compacted. */
export function NameForm({ isBusy, onName }: { isBusy: boolean; onName: (name: string, onDone: () => void) => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim(), () => setName(''));
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextField
        label="Name the current text"
        placeholder="First draft"
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <PlainButton type="submit" disabled={isBusy || name.trim() === ''}>
        {isBusy ? 'Saving…' : 'Name version'}
      </PlainButton>
    </form>
  );
}
