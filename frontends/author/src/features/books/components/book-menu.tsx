import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { useNavigate } from 'react-router-dom';
import type { MenuItem } from '../../../ui/overlays/antd-overlays.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { MoreButton } from './more-button.tsx';

interface Props {
  book: BookItem;
  onRemove: (book: BookItem) => void;
}

/** The menu of a book. */
export function BookMenu({ book, onRemove }: Props) {
  const navigate = useNavigate();
  const items: MenuItem[] = [
    { key: 'settings', label: 'Book Settings', onClick: () => void navigate(`/book/${book.id}?tab=settings`) },
    { type: 'divider' },
    { key: 'remove', label: 'Move to trash', danger: true, onClick: () => onRemove(book) },
  ];
  return <Menu items={items} trigger={(props) => <MoreButton bookTitle={book.title} {...props} />} />;
}
