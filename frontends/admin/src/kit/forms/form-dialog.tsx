import { Modal } from 'antd/admin';
import { useRef } from 'react';
import { AdminForm, type AdminFormProps } from './admin-form.tsx';

interface Props<Values extends object> extends Omit<AdminFormProps<Values>, 'label' | 'onCancel'> {
  isOpen: boolean;
  title: string;
  onClose: () => void;
}

/**
 * A dialog with a form, or with a question without fields. Pressing the backdrop does not close it, so that no input is
 * lost by accident.
 */
export function FormDialog<Values extends object>({ isOpen, title, onClose, onSuccess, ...form }: Props<Values>) {
  const content = useRef<HTMLDivElement>(null);
  const close = () => {
    form.mutation?.reset();
    onClose();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      width={520}
      destroyOnHidden
      onCancel={close}
      mask={{ closable: false }}
      afterOpenChange={(isShown) => {
        if (isShown) focusFirst(content.current);
      }}
    >
      <div ref={content}>
        <AdminForm<Values>
          {...form}
          label={title}
          onCancel={close}
          onSuccess={() => {
            close();
            onSuccess?.();
          }}
        />
      </div>
    </Modal>
  );
}

/**
 * Focuses the first empty field, else the first button, because antd focuses the dialog as a whole. A field that has
 * the focus already keeps it.
 */
function focusFirst(content: HTMLElement | null): void {
  if (content?.contains(document.activeElement)) return;
  const fields = [...(content?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const target = fields.find(({ value }) => value === '') ?? fields[0] ?? content?.querySelector('button');
  target?.focus();
}
