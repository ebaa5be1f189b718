import { AntdModal } from '../../../ui/overlays/antd-overlays.tsx';
import { NewBookForm } from './new-book-form.tsx';
import styles from './dashboard.module.css';

export function NewBookDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <AntdModal
      isOpen={isOpen}
      title={<span className={styles['dialogTitle']}>Create a book</span>}
      width={620}
      onClose={onClose}
    >
      <NewBookForm onCancel={onClose} />
    </AntdModal>
  );
}
