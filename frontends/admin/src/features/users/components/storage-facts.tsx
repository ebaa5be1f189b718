import type { StorageUsage } from '@inkbear/contracts/storage';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { UsageBar } from '@inkbear/ui-kit/usage-bar.tsx';
import { formatBytes, isNearlyFull, usageText } from '@inkbear/web-kit/storage-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../../kit/table/row-drawer.tsx';
import { userStorageQuery } from '../users.api.ts';
import styles from '../users.module.css';

/** How much a user stores. The reply has null for a service that did not answer; the other figures are still shown. */
export function StorageFacts({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(userStorageQuery(userId));
  if (data === undefined && isError)
    return <RetryNote text="The storage figures could not be loaded." onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonLines count={3} />;
  // The oldest AI results are deleted automatically, so their full quota needs no warning.
  const areas = [
    ['Books', data.books, true],
    ['Personal stories', data.stories, true],
    ['Finished files', data.files, true],
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
