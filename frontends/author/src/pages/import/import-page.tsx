import { useNavigate, useSearchParams } from 'react-router-dom';
import { ImportList } from '../../features/imports/components/import-list.tsx';
import { ImportUpload } from '../../features/imports/components/import-upload.tsx';
import styles from './import-page.module.css';

/** Uploads a manuscript, and lists the imports of the last 30 days. `?book=` appends to that book. */
export default function ImportPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const bookId = search.get('book');
  return (
    <div className={styles['page']}>
      <title>Bring your book · Inkbear</title>
      <header>
        <h1>Bring your book</h1>
        <p className={styles['lead']}>
          {bookId === null
            ? 'A manuscript from Word, Scrivener or another app becomes a book here, chapter by chapter.'
            : 'The chapters of a file are added at the end of your book.'}
        </p>
      </header>
      <ImportUpload bookId={bookId} onUploaded={(id) => void navigate(`/import/${id}/plan`)} />
      <ImportList />
    </div>
  );
}
