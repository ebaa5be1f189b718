import { useQuery } from '@tanstack/react-query';
import { counted } from '@inkbear/web-kit/counted.ts';
import { Link } from 'react-router-dom';
import { trashQuery } from '../trash.api.ts';
import { daysLeftText, nextDeletionText } from '../days-left.ts';

/** The link to the trash with the number of items. */
export function TrashLine() {
  const { data } = useQuery(trashQuery());
  const next = data?.map(({ purgeAt }) => purgeAt).toSorted()[0];
  if (data === undefined || next === undefined)
    return (
      <>
        <Link to="/trash">Trash</Link>: what you deleted in the last 30 days.
      </>
    );
  const now = Date.now();
  return (
    <>
      <Link to="/trash">Trash</Link>: {counted(data.length, 'item')} can be restored.{' '}
      {data.length === 1 ? `${daysLeftText(next, now)}.` : nextDeletionText(next, now)}
    </>
  );
}
