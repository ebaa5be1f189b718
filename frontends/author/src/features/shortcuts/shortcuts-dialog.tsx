import { Fragment } from 'react';
import { shortcutGroups } from './shortcut-list.ts';
import { Modal } from '../../ui/overlays/overlays.tsx';
import styles from './shortcuts-dialog.module.css';

/** The list of keyboard shortcuts; `hasChapters` is false for stories. */
export function ShortcutsDialog({ hasChapters = true, onClose }: { hasChapters?: boolean; onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" width={560} onClose={onClose}>
      {shortcutGroups
        .filter(({ title }) => hasChapters || title !== 'Chapters')
        .map(({ title, shortcuts }) => (
          <section key={title} className={styles['group']} aria-label={title}>
            <h3 className={styles['title']}>{title}</h3>
            <dl className={styles['list']}>
              {shortcuts.map(({ keys, action }) => (
                <div key={action} className={styles['row']}>
                  <dt>{action}</dt>
                  <dd>
                    {keys.map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 && <span aria-hidden> + </span>}
                        <kbd>{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Modal>
  );
}
