import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Modal } from 'antd';
import { type FormEvent, type ReactNode, useRef } from 'react';
import styles from './form-dialog.module.css';

interface Props {
  isOpen: boolean;
  title: string;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busy: string;
  isBusy: boolean;
  isIncomplete?: boolean;
  look?: 'primary' | 'danger';
  /** Why the last try failed, where no field says it. */
  error?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form or a question over the console. It stays, with all that was typed, until its action succeeded or it is closed.
 */
export function FormDialog({
  isOpen,
  title,
  action,
  busy,
  isBusy,
  isIncomplete = false,
  look = 'primary',
  error = null,
  onSubmit,
  onClose,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isIncomplete) onSubmit();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      width={520}
      destroyOnHidden
      onCancel={onClose}
      mask={{ closable: false }}
      afterOpenChange={(isShown) => {
        if (isShown) focusFirst(form.current);
      }}
    >
      <form ref={form} noValidate className={styles['form']} aria-label={title} onSubmit={submit}>
        {children}
        {error !== null && (
          <p className={styles['error']} role="alert">
            {error}
          </p>
        )}
        <div className={styles['actions']}>
          <PlainButton look="quiet" onClick={onClose}>
            Cancel
          </PlainButton>
          <PlainButton type="submit" look={look} disabled={isBusy || isIncomplete}>
            {isBusy ? busy : action}
          </PlainButton>
        </div>
      </form>
    </Modal>
  );
}

/**
 * The first field that is still empty, else the first thing one can press: antd gives the focus to the dialog as a
 * whole. Whoever was quicker and types already is left alone.
 */
function focusFirst(form: HTMLFormElement | null): void {
  if (form?.contains(document.activeElement)) return;
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const target = fields.find(({ value }) => value === '') ?? fields[0] ?? form?.querySelector('button');
  target?.focus();
}

/** Two fields beside one another where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles['pair']}>{children}</div>;
