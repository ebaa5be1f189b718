import type { Edition } from '@inkbear/contracts/export/edition';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type KeyboardEvent, useState } from 'react';
import { useDeleteEdition } from '../editions.api.ts';
import styles from './files-panel.module.css';

interface Props {
  edition: Edition;
  label: string;
  isOnline: boolean;
  /** Called before the deletion is sent. */
  onDelete: () => void;
}

/** Deletes an edition after a confirmation. */
export function DeleteEdition({ edition, label, isOnline, onDelete }: Props) {
  const { mutate, isPending } = useDeleteEdition(edition);
  const [step, setStep] = useState<'start' | 'asked' | 'kept'>('start');
  if (step !== 'asked')
    return (
      <PlainButton
        small
        variant="quiet"
        autoFocus={step === 'kept'}
        disabled={!isOnline}
        aria-label={`Delete: ${label}`}
        onClick={() => setStep('asked')}
      >
        Delete
      </PlainButton>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isPending) return;
    // Escape must not close the surrounding sheet.
    event.preventDefault();
    event.stopPropagation();
    setStep('kept');
  };
  return (
    // Escape is a shortcut for “Keep it”.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div className={styles['start']} onKeyDown={onKeyDown}>
      <p role="alert">Delete this edition with its files? This cannot be undone. Your book does not change.</p>
      <div className={styles['actions']}>
        {/* `aria-disabled`, because a button that becomes `disabled` loses the focus. */}
        <PlainButton
          small
          variant="danger"
          disabled={!isOnline}
          aria-disabled={isPending}
          onClick={() => {
            onDelete();
            mutate();
          }}
        >
          {isPending ? 'Deleting…' : 'Yes, delete it'}
        </PlainButton>
        <PlainButton autoFocus small disabled={isPending} onClick={() => setStep('kept')}>
          Keep it
        </PlainButton>
      </div>
    </div>
  );
}
