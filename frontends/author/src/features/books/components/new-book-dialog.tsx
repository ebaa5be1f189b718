import { Modal } from 'antd';
import { NewBookForm } from './new-book-form.tsx';
import styles from './dashboard.module.css';

export function NewBookDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      open={isOpen}
      title={<span className={styles['dialogTitle']}>Create a book</span>}
      footer={null}
      width={620}
      destroyOnHidden
      onCancel={onClose}
    >
      <NewBookForm onCancel={onClose} />
    </Modal>
  );
}
