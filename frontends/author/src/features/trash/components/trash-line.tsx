import { listTrash } from '@inkbear/contracts/books/book';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { daysLeftText } from '../days-left.ts';

/** The link to the trash with the number of items. */
export function TrashLine() {
  const { data } = useQuery({ ...read(listTrash), refetchOnMount: 'always' });
  const next = data?.map(({ purgeAt }) => purgeAt).toSorted()[0];
  if (data === undefined || next === undefined)
    return (
      <>
        <Link to="/trash">Trash</Link>: what you deleted in the last 30 days.
      </>
    );
  const left = daysLeftText(next, Date.now());
  return (
    <>
      <Link to="/trash">Trash</Link>: {data.length === 1 ? '1 thing' : `${data.length} things`} can be brought back.{' '}
      {data.length === 1 ? left : `The first to go: ${left.charAt(0).toLowerCase()}${left.slice(1)}`}.
    </>
  );
}
