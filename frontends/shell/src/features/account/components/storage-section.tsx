import { limits, quotaPercent } from '@inkbear/contracts/plans';
import type { StorageUsage } from '@inkbear/contracts/storage';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { UsageBar } from '@inkbear/ui-kit/usage-bar.tsx';
import { formatBytes, isNearlyFull, usageText } from '@inkbear/web-kit/storage-text.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NamedPageLink } from '../../../platform/remotes/named-page-link.tsx';
import { aiStorageQuery, booksStorageQuery, filesStorageQuery, storiesStorageQuery } from '../storage.api.ts';
import styles from './account.module.css';

/**
 * How much storage the user's texts and files take. The figures come from four services, so each part loads and fails
 * independently.
 */
export function StorageSection() {
  const books = useQuery(booksStorageQuery());
  const stories = useQuery(storiesStorageQuery());
  const ai = useQuery(aiStorageQuery());
  const files = useQuery(filesStorageQuery());
  const toDashboard = (
    <NamedPageLink page="home" className={styles['whole']}>
      Go to your dashboard
    </NamedPageLink>
  );
  return (
    <section className={styles['part']} aria-labelledby="storage-title">
      <h2 id="storage-title">Storage</h2>
      <StorageArea
        title="Books"
        usage={books}
        advice={
          <>To make room, delete old versions in a chapter’s history, or chapters you no longer need. {toDashboard}</>
        }
      />
      <StorageArea
        title="Personal stories"
        usage={stories}
        advice={
          <>To make room, delete old versions in a story’s history, or stories you no longer need. {toDashboard}</>
        }
      />
      <StorageArea
        title="Finished files and covers"
        usage={files}
        full={<strong>Full.</strong>}
        advice={<>To make room for new files, delete old editions on a book’s “Print & e-book” page. {toDashboard}</>}
      />
      <StorageArea title="AI results" usage={ai} note="The oldest results are removed when new ones need the space." />
    </section>
  );
}

interface AreaProps {
  title: string;
  usage: UseQueryResult<StorageUsage>;
  /** How to free space; shown when the quota is nearly used up. */
  advice?: ReactNode;
  /** What a full quota means. By default: nothing new can be added, but existing texts can be edited. */
  full?: ReactNode;
  note?: string;
}

function StorageArea({ title, usage: { data, isError, refetch }, advice, full, note }: AreaProps) {
  return (
    <div role="group" aria-label={title} className={styles['area']}>
      <h3>{title}</h3>
      {data === undefined && !isError && (
        <div role="status" aria-busy="true" aria-label={`Loading the storage of ${title}`}>
          <SkeletonLines count={2} />
        </div>
      )}
      {data === undefined && isError && (
        <RetryNote text="This figure could not be loaded." onRetry={() => void refetch()} />
      )}
      {data !== undefined && <AreaUsage title={title} usage={data} advice={advice} full={full} />}
      {note !== undefined && <p>{note}</p>}
    </div>
  );
}

interface AreaUsageProps {
  title: string;
  usage: StorageUsage;
  advice: ReactNode;
  full: ReactNode;
}

function AreaUsage({ title, usage, advice, full }: AreaUsageProps) {
  const { used, allowed, deleted } = usage;
  const text = usageText(usage);
  const hasAdvice = isNearlyFull(usage) && advice !== undefined;
  return (
    <>
      <p className={styles['figure']}>{text}</p>
      <UsageBar label={`Storage used by ${title}`} used={used} allowed={allowed} text={text} isNearlyFull={hasAdvice} />
      {deleted > 0 && (
        <p>
          Deleted items take up {formatBytes(deleted)}, which is not counted. You can restore them for up to{' '}
          {limits.trashDays} days.
        </p>
      )}
      {hasAdvice && (
        <p className={styles['advice']}>
          {used >= allowed ? (full ?? fullText(allowed)) : <strong>Nearly full.</strong>} {advice}
        </p>
      )}
    </>
  );
}

/** Explains what is refused at 100 % of the quota and what only later. The services enforce the same limits. */
function fullText(allowed: number): ReactNode {
  const editLimit = formatBytes((allowed * quotaPercent.edit) / 100);
  return (
    <>
      <strong>Full.</strong> Nothing new can be added. You can still edit until you reach {editLimit}.
    </>
  );
}
