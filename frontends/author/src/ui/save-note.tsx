import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { FormState } from '../kit/use-autosaved-form.ts';
import styles from './save-note.module.css';

const texts: Readonly<Record<FormState, string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  conflict: 'Changed somewhere else. Please choose a version below.',
  failed: 'Not saved. What you changed is still here.',
};

interface Props {
  state: FormState;
  failure: string | null;
  onRetry: () => unknown;
}

/** Whether a form that saves itself is saved. */
export function SaveNote({ state, failure, onRetry }: Props) {
  return (
    <p className={styles['state']} data-state={state}>
      <span role="status">
        {texts[state]}
        {state === 'failed' && failure !== null && ` ${failure}`}
      </span>
      {state === 'failed' && (
        <PlainButton variant="quiet" small onClick={() => void onRetry()}>
          Try again
        </PlainButton>
      )}
    </p>
  );
}
