import type { ManuscriptImport } from '@inkbear/contracts/export/import';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useFocusAfterRemoval } from '../../../kit/use-focus-after-removal.ts';
import { formatNames, stateText } from '../import-texts.ts';
import { importsQuery, useDeleteImport } from '../imports.api.ts';
import styles from './imports.module.css';

/** The imports of the last 30 days. Renders nothing while there are none. */
export function ImportList() {
  const { data: imports, isError, refetch } = useQuery(importsQuery());
  const remove = useDeleteImport();
  const moveFocusAfter = useFocusAfterRemoval(imports?.map(({ id }) => id) ?? []);
  if (imports === undefined)
    return isError ? <RetryNote text="Your imports could not be loaded." onRetry={() => void refetch()} /> : null;
  if (imports.length === 0) return null;
  return (
    <section className={styles['list']} aria-labelledby="imports-title">
      <h2 id="imports-title">Your imports</h2>
      <ul role="list" className={styles['rows']}>
        {imports.map((item) => (
          <ImportRow
            key={item.id}
            item={item}
            isRemoving={remove.isPending && remove.variables === item.id}
            onRemove={() => {
              moveFocusAfter(item.id);
              remove.mutate(item.id);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  item: ManuscriptImport;
  isRemoving: boolean;
  onRemove: () => void;
}

function ImportRow({ item, isRemoving, onRemove }: RowProps) {
  const { id, fileName, bytes, format, state, bookId, expiresAt } = item;
  return (
    <li data-row={id} className={styles['row']}>
      <div>
        <h3 className={styles['name']}>{fileName}</h3>
        <p className={styles['facts']}>
          {format !== null && <span>{formatNames[format]}</span>}
          <span>{formatBytes(bytes)}</span>
          <span>{stateText(item)}</span>
          <span>Kept until {dayAndMonth(expiresAt)}</span>
        </p>
      </div>
      <div className={styles['actions']}>
        {state === 'made' && bookId !== null && <ButtonLink to={`/book/${bookId}`}>Open the book</ButtonLink>}
        {state !== 'made' && state !== 'failed' && state !== 'cancelled' && (
          <ButtonLink to={`/import/${id}/plan`} aria-label={`Continue with ${fileName}`}>
            Continue
          </ButtonLink>
        )}
        <a href={`/api/imports/${id}/file`} download aria-label={`Download the original of ${fileName}`}>
          Original
        </a>
        <PlainButton variant="quiet" aria-label={`Remove ${fileName}`} aria-disabled={isRemoving} onClick={onRemove}>
          {isRemoving ? 'Removing…' : 'Remove'}
        </PlainButton>
      </div>
    </li>
  );
}
