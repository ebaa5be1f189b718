import { getBookAllowance } from '@inkbear/contracts/books/book';
import { read } from '@inkbear/web-kit/read.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { allowanceText } from '../allowance-text.ts';
import styles from './new-book-form.module.css';

/** The remaining books, shown before the form. Empty while unknown; the server checks on creation. */
export function AllowanceNote() {
  const { state } = useSession();
  const { data } = useQuery({ ...read(getBookAllowance), enabled: state === 'signed-in', refetchOnMount: 'always' });
  if (state === 'signed-out')
    return (
      <p className={styles['left']}>Your first book is free. Fill in what you know; it stays while you sign in.</p>
    );
  if (data === undefined) return null;
  const isOut = data.refusal !== null;
  return (
    <p className={isOut ? styles['out'] : styles['left']}>
      {allowanceText(data)} {isOut && <Link to="/pricing">See plans</Link>}
    </p>
  );
}
