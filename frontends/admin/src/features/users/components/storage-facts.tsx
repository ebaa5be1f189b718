import { getAdminUserStorage, type StorageUsage } from '@inkbear/contracts/storage';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { UsageBar } from '@inkbear/ui-kit/usage-bar.tsx';
import { formatBytes, isNearlyFull, usageText } from '@inkbear/web-kit/storage-text.ts';
import { useQuery } from '@tanstack/react-query';
import { adminRead } from '../../../kit/session/admin-call.ts';
import { Facts } from '../../../kit/table/row-drawer.tsx';
import styles from '../users.module.css';

/** How much a user stores. Null for a service that did not answer: the other figures are shown all the same. */
export function StorageFacts({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(adminRead(getAdminUserStorage, { params: { id: userId } }));
  if (data === undefined && isError)
    return <RetryNote text="The storage figures did not load." onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonLines count={3} />;
  // The oldest AI results are removed when there are too many, so a full quota of them needs no attention.
  const areas = [
    ['Books', data.books, true],
    ['Personal stories', data.stories, true],
    ['AI results', data.aiResults, false],
  ] as const;
  const items = areas.map(
    ([title, usage, warns]) => [title, <AreaUsage key={title} title={title} usage={usage} warns={warns} />] as const,
  );
  return <Facts items={items} />;
}

function AreaUsage({ title, usage, warns }: { title: string; usage: StorageUsage | null; warns: boolean }) {
  if (usage === null) return 'not available right now';
  const { used, allowed, deleted } = usage;
  const text = usageText(usage);
  const isHigh = warns && isNearlyFull(usage);
  const state = !isHigh ? null : used >= allowed ? 'Full' : 'Nearly full';
  const notes = [state, deleted > 0 ? `${formatBytes(deleted)} deleted, not counted` : null].filter(
    (note) => note !== null,
  );
  return (
    <div className={styles['usage']}>
      <span>{text}</span>
      <UsageBar label={`Storage used by ${title}`} used={used} allowed={allowed} text={text} isNearlyFull={isHigh} />
      {notes.map((note) => (
        <span key={note} className={styles['small']}>
          {note}
        </span>
      ))}
    </div>
  );
}
