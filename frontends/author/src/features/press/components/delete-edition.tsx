import type { Edition } from '@inkbear/contracts/export/edition';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { useDeleteEdition } from '../editions.api.ts';
import styles from './files-panel.module.css';

interface Props {
  edition: Edition;
  label: string;
  /** Called before the edition, which has the focus, disappears. */
  onDeleted: () => void;
}

/** Deletes an edition after a confirmation. */
export function DeleteEdition({ edition, label, onDeleted }: Props) {
  const { mutate, isPending } = useDeleteEdition(edition, onDeleted);
  const [step, setStep] = useState<'start' | 'asked' | 'kept'>('start');
  if (step !== 'asked')
    return (
      <PlainButton
        key="ask"
        small
        variant="quiet"
        autoFocus={step === 'kept'}
        aria-label={`Delete: ${label}`}
        onClick={() => setStep('asked')}
      >
        Delete
      </PlainButton>
    );
  return (
    <div className={styles['start']}>
      <p role="alert">Delete this edition with its files? The book itself stays as it is.</p>
      <div className={styles['actions']}>
        {/* `aria-disabled`, because a button that becomes `disabled` loses the focus. */}
        <PlainButton key="yes" autoFocus small variant="danger" aria-disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Deleting…' : 'Yes, delete it'}
        </PlainButton>
        <PlainButton key="keep" small disabled={isPending} onClick={() => setStep('kept')}>
          Keep it
        </PlainButton>
      </div>
    </div>
  );
}
