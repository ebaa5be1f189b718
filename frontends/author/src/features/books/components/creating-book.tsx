import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import styles from './new-book-form.module.css';

/** Shown in place of the form until the book opens. */
export function CreatingBook() {
  return (
    <div className={styles['creating']} role="status">
      <InkbearLogo size={48} />
      <p>Creating Your Book...</p>
    </div>
  );
}
