import type { ManuscriptImport } from '@inkbear/contracts/export/import';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { languageOptions } from '../../features/book-details/languages.ts';
import { bookKeys, invalidateBook, invalidateBookList } from '../../features/books/books.api.ts';
import { ImportProgress } from '../../features/imports/components/import-progress.tsx';
import { PlanEditor } from '../../features/imports/components/plan-editor.tsx';
import { importQuery } from '../../features/imports/imports.api.ts';
import { LoadFailed, NotFound } from '../../ui/load-states.tsx';
import styles from './import-plan-page.module.css';

/** One import: it is read, the author checks the plan, and the book is made. */
export default function ImportPlanPage() {
  const { id = '' } = useParams();
  const { data: item, isError, error, refetch } = useQuery(importQuery(id));
  if (item === undefined && isNotFound(error))
    return (
      <NotFound
        title="Import Not Found"
        text="It was removed, or its 30 days are over. If you made a book of it, that is in your library."
        back={{ to: '/import', label: 'Choose a file' }}
      />
    );
  if (item === undefined && isError)
    return <LoadFailed title="This import could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (item === undefined) return <PageSpinner label="Opening your import…" />;
  return (
    <div className={styles['page']}>
      <title>{`${item.fileName} · Inkbear`}</title>
      <header>
        <h1>Check the plan</h1>
        <p className={styles['lead']}>
          {item.fileName}. Change what the software has got wrong; your book is made when you say so.
        </p>
      </header>
      <ImportState key={id} item={item} />
    </div>
  );
}

function ImportState({ item }: { item: ManuscriptImport }) {
  const navigate = useNavigate();
  useOpenMadeBook(item);
  if (item.state === 'failed' || item.state === 'cancelled')
    return (
      <ErrorState
        level={2}
        title={item.state === 'cancelled' ? 'This import was cancelled' : 'This file could not be imported'}
        text={item.error?.message ?? 'Nothing was made.'}
        action={
          <ButtonLink variant="primary" to="/import">
            Choose another file
          </ButtonLink>
        }
      />
    );
  if (item.state === 'ready' && item.plan !== null)
    return <PlanEditor key={readBookOf(item)} item={item} plan={item.plan} languages={languageOptions} />;
  return <ImportProgress item={item} onCancelled={() => void navigate('/import', { replace: true })} />;
}

/** Which book of an account export was read. */
const readBookOf = ({ booksInFile }: ManuscriptImport): number => booksInFile.findIndex(({ isRead }) => isRead);

/** Opens the book when it is made, also when another tab has made it. */
function useOpenMadeBook({ state, bookId }: ManuscriptImport): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  useEffect(() => {
    if (state !== 'made' || bookId === null) return;
    void Promise.all([
      refreshSession(),
      invalidateBookList(client),
      invalidateBook(client, bookId),
      client.invalidateQueries({ queryKey: bookKeys.allowance() }),
    ]);
    void navigate(`/book/${bookId}`, { replace: true });
  }, [state, bookId, client, navigate, refreshSession]);
}
