import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { bookAllowanceQuery } from '../books.api.ts';
import { allowanceText } from '../allowance-text.ts';
import styles from './new-book-form.module.css';

/** The remaining books, shown before the form. Empty while unknown; the server checks on creation. */
export function AllowanceNote() {
  const { state } = useSession();
  const { data } = useQuery({ ...bookAllowanceQuery(), enabled: state === 'signed-in', refetchOnMount: 'always' });
  if (state === 'signed-out')
    return (
      <p className={styles['allowance']}>
        Your first book is free. Fill in what you know; your entries are kept while you sign in.
      </p>
    );
  if (data === undefined) return null;
  const isUsedUp = data.refusal !== null;
  return (
    <p className={isUsedUp ? styles['usedUp'] : styles['allowance']}>
      {allowanceText(data)} {isUsedUp && <Link to="/pricing">See plans</Link>}
    </p>
  );
}
