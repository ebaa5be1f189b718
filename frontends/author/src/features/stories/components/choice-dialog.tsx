import type { ReactNode } from 'react';
import { Modal } from '../../../ui/overlays/overlays.tsx';
import styles from './story-dialogs.module.css';

interface Props<Id extends string> {
  title: string;
  choices: readonly { readonly id: Id; readonly label: string; readonly description: string }[];
  onChoose: (id: Id) => void;
  onClose: () => void;
  /** Shown above the choices. */
  children: ReactNode;
}

/** A dialog with choices and their descriptions. */
export function ChoiceDialog<Id extends string>({ title, choices, onChoose, onClose, children }: Props<Id>) {
  return (
    <Modal title={title} width={560} onClose={onClose}>
      <div className={styles['dialog']}>
        {children}
        <div className={styles['choices']}>
          {choices.map(({ id, label, description }) => (
            <button key={id} type="button" className={styles['choice']} onClick={() => onChoose(id)}>
              <span className={styles['name']}>{label}</span>{' '}
              <span className={styles['description']}>{description}</span>
            </button>
          ))}
        </div>
      </div>
    </Modal>
  );
}
