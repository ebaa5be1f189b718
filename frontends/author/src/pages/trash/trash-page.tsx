import { TrashList } from '../../features/trash/components/trash-list.tsx';
import styles from './trash-page.module.css';

export default function TrashPage() {
  return (
    <div className={styles['page']}>
      <title>Trash · Inkbear</title>
      <header>
        <h1>Trash</h1>
        <p className={styles['lead']}>
          Books, chapters and stories stay here for 30 days. Then they are deleted for good.
        </p>
      </header>
      <TrashList />
    </div>
  );
}
