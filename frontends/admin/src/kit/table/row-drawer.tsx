import { Descriptions, Drawer } from 'antd/admin';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './row-drawer.module.css';
import { focusFirstRow, focusRow } from './use-row-focus.ts';

interface Props {
  title: string;
  /** The open row's id; null closes the drawer. */
  rowId: string | null;
  onClose: () => void;
  children: ReactNode;
}

/** The details of a row beside its table. When it closes, the focus returns to the row. */
export function RowDrawer({ title, rowId, onClose, children }: Props) {
  const [lastRowId, setLastRowId] = useState(rowId);
  useEffect(() => {
    if (rowId !== null) setLastRowId(rowId);
  }, [rowId]);
  return (
    <Drawer
      open={rowId !== null}
      placement="right"
      size="min(560px, 100vw)"
      title={title}
      onClose={onClose}
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (!isOpen && lastRowId !== null && !focusRow(document, lastRowId)) focusFirstRow(document);
      }}
    >
      <div className={styles['content']}>{children}</div>
    </Drawer>
  );
}

/** Names and values of a row. */
export const Facts = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Descriptions
    className={styles['facts'] ?? ''}
    layout="vertical"
    colon={false}
    column={2}
    size="small"
    items={items.map(([label, children]) => ({ key: label, label, children }))}
  />
);

export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h3 className={styles['heading']}>{title}</h3>
      {children}
    </section>
  );
}

/** Shown when the URL names a row that is not on the current page of the list. */
export const RowNotOnPage = () => (
  <p className={styles['note']}>This row is not on the current page of the list. Clear the filter, or search for it.</p>
);
