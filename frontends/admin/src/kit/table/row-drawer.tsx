import { Drawer } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './row-drawer.module.css';
import { focusFirstRow, focusRow } from './row-opener.ts';

interface Props {
  title: string;
  /** The open row's id; null is closed. */
  rowId: string | null;
  onClose: () => void;
  children: ReactNode;
}

/** What a row is in full, at the right of its table. Escape closes it, and the focus goes back to the row. */
export function RowDrawer({ title, rowId, onClose, children }: Props) {
  const [last, setLast] = useState(rowId);
  useEffect(() => {
    if (rowId !== null) setLast(rowId);
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
        if (!isOpen && last !== null && !focusRow(document, last)) focusFirstRow(document);
      }}
    >
      <div className={styles['content']}>{children}</div>
    </Drawer>
  );
}

/** Facts about a row, name and value. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a drawer with a heading. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h3 className={styles['heading']}>{title}</h3>
      {children}
    </section>
  );
}

/** The open row is on another page of the list. */
export const RowElsewhere = () => (
  <p className={styles['note']}>This row is not on the page behind. Clear the filter, or look for it.</p>
);
