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
  if (data === undefined) return isError ? <RetryNote text="The storage figures did not load." onRetry={() => void refetch()} /> : <SkeletonLines count={3} />;
  const areas = [['Books', data.books], ['Personal stories', data.stories], ['AI results', data.aiResults]] as const;
  return <Facts items={areas.map(([title, usage]) => [title, <AreaUsage key={title} title={title} usage={usage} />])} />;
}

function AreaUsage({ title, usage }: { title: string; usage: StorageUsage | null }) {
  if (usage === null) return 'not available right now';
  const text = usageText(usage);
  return (
    <>
      {text}{usage.deleted > 0 && <span className={styles['note']}>, and {formatBytes(usage.deleted)} deleted</span>}
      <UsageBar label={`Storage used by ${title}`} used={usage.used} allowed={usage.allowed} text={text} isNearlyFull={isNearlyFull(usage)} />
    </>
  );
}
