import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { useState } from 'react';
import { drawPenName } from '../draw.ts';
import { Modal } from '../../../ui/overlays/overlays.tsx';
import styles from './names.module.css';

interface Props {
  /** The current pen name; empty for none. */
  penName: string;
  canEdit: boolean;
  isSaving: boolean;
  /** Saves the name with the book. */
  onUse: (penName: string) => Promise<unknown>;
}

/** Generates a pen name for the book. */
export function PenNameDialog({ penName, canEdit, isSaving, onUse }: Props) {
  const [drawn, setDrawn] = useState<string | null>(null);
  const close = () => setDrawn(null);
  return (
    <section className={styles['part']} aria-labelledby="pen-name">
      <h3 id="pen-name">Pen name</h3>
      <p className={styles['note']}>
        {penName === '' ? (
          'This book has no pen name yet.'
        ) : (
          <>
            This book appears under <strong>{penName}</strong>.
          </>
        )}
      </p>
      <PlainButton wide onClick={() => setDrawn(drawPenName(Math.random))}>
        Find a pen name
      </PlainButton>
      <Modal
        isOpen={drawn !== null}
        title={<span className={styles['dialogTitle']}>Pen name</span>}
        width={460}
        onClose={close}
      >
        {drawn !== null && (
          <div className={styles['dialog']}>
            <p className={styles['drawn']} role="status">
              {drawn}
            </p>
            <div className={styles['actions']}>
              <PlainButton variant="quiet" onClick={() => setDrawn(drawPenName(Math.random))}>
                Another
              </PlainButton>
              <PlainButton onClick={() => void copyText(drawn, drawn)}>Copy</PlainButton>
              <PlainButton
                variant="primary"
                disabled={!canEdit || isSaving}
                onClick={() => void onUse(drawn).then(close, () => undefined)}
              >
                {isSaving ? 'Saving…' : 'Use this name'}
              </PlainButton>
            </div>
          </div>
        )}
      </Modal>
    </section>
  );
}
