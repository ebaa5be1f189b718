import { errorCodes } from '@inkbear/contracts/error-codes';
import { Link } from 'react-router-dom';
import styles from './read-only-notice.module.css';

/** Explains why the book is read-only. */
export function ReadOnlyNotice() {
  return (
    <p className={styles['notice']}>
      {errorCodes['plan.read_only'].message} <Link to="/pricing">See plans</Link>
    </p>
  );
}
