import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import { IconLink } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { DetailsForm } from '../../features/book-details/components/details-form.tsx';
import { StatusField } from '../../features/book-details/components/status-field.tsx';
import { ExportCard } from '../../features/exports/components/export-card.tsx';
import bar from '../../manuscript/top-bar.module.css';
import { SidebarButton } from './sidebar-button.tsx';
import styles from '../../manuscript/manuscript-editor.module.css';

/** The settings tab: the details for the first pages, and the PDF export. */
export function BookSettings({
  book,
  chapterId,
  onShowSidebar,
  saveFirst,
}: {
  book: Book;
  chapterId: string | null;
  onShowSidebar: (() => void) | null;
  saveFirst: () => Promise<boolean>;
}) {
  return (
    <div className={styles['centre']}>
      <div className={bar['bar']}>
        <IconLink to="/dashboard" label="Back to the dashboard" hint={false} size={36}>
          <Icon of={ArrowLeftOutlined} size={16} />
        </IconLink>
        {onShowSidebar && <SidebarButton onShowSidebar={onShowSidebar} />}
        <span className={bar['title']}>{book.title}</span>
      </div>
      <div className={styles['scroll']}>
        <div className={styles['settings']}>
          <h1 className={styles['settingsTitle']}>Book Settings</h1>
          <div className={styles['status']}>
            <StatusField book={book} />
          </div>
          <DetailsForm key={book.id} book={book} />
          <section className={styles['exports']} aria-labelledby="export-title">
            <h2 id="export-title">Export</h2>
            <ExportCard book={book} chapterId={chapterId} saveFirst={saveFirst} />
          </section>
        </div>
      </div>
    </div>
  );
}
