import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MoreButton } from './more-button.tsx';

export interface BookMenuProps {
  book: BookItem;
  onRemove: (book: BookItem) => void;
}

/** The menu of a book. Loaded on first use, so it opens when it mounts. */
export default function BookMenu({ book, onRemove }: BookMenuProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(true);
  const items = [
    { key: 'settings', label: 'Book Settings', onClick: () => void navigate(`/book/${book.id}?tab=settings`) },
    { type: 'divider' as const },
    { key: 'remove', label: 'Move to trash', danger: true, onClick: () => onRemove(book) },
  ];
  return (
    <AntdTheme mode={useThemeMode().mode}>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
        <MoreButton bookTitle={book.title} autoFocus />
      </Dropdown>
    </AntdTheme>
  );
}
