import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import { IconLink } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ReactNode } from 'react';
import bar from '../../manuscript/top-bar.module.css';
import { Drawer } from '../../ui/overlays/overlays.tsx';
import { ViewSwitch } from '../../ui/view-switch.tsx';
import styles from './press-layout.module.css';

const tabs = [
  ['figures', 'Figures'],
  ['check', 'Check'],
  ['files', 'Files'],
] as const;
const sheets = [['settings', 'Settings'], ...tabs] as const;
type PanelId = (typeof sheets)[number][0];
/** Null while no panel is open, which is possible in narrow windows only. */
export type PressPanel = PanelId | null;

interface Props {
  book: Pick<Book, 'id' | 'title'>;
  isNarrow: boolean;
  panel: PressPanel;
  onPanel: (panel: PressPanel) => void;
  stage: ReactNode;
  panels: Readonly<Record<PanelId, ReactNode>>;
}

/** Settings, pages and tabs side by side; on a phone the pages, with the rest in sheets. */
export function PressLayout({ book, isNarrow, panel, onPanel, stage, panels }: Props) {
  const tab = panel === null || panel === 'settings' ? 'figures' : panel;
  return (
    <div className={styles['press']}>
      <div className={bar['bar']}>
        <IconLink to={`/book/${book.id}`} label="Back to the book" hint={false} size={36}>
          <Icon of={ArrowLeftOutlined} size={16} />
        </IconLink>
        <h1 className={styles['title']}>
          {book.title} <span className={styles['subtitle']}>Print & e-book</span>
        </h1>
      </div>
      {/* The pages have one place in the tree, so that they stay where they are when the window becomes narrow or wide. */}
      <div className={styles['columns']}>
        {!isNarrow && (
          <aside className={styles['side']} aria-label="Settings of Print & e-book">
            {panels.settings}
          </aside>
        )}
        <div className={styles['stage']}>{stage}</div>
        {!isNarrow && (
          <aside className={styles['side']} aria-label="Figures, check and files">
            <ViewSwitch label="Panels" views={tabs} current={tab} onChoose={onPanel} />
            <div className={styles['tab']}>{panels[tab]}</div>
          </aside>
        )}
      </div>
      {isNarrow && <Sheets panel={panel} onPanel={onPanel} panels={panels} />}
    </div>
  );
}

/** On a phone: a button for each panel, which opens it in a sheet. */
function Sheets({ panel, onPanel, panels }: Pick<Props, 'panel' | 'onPanel' | 'panels'>) {
  return (
    <>
      <nav className={styles['sheets']} aria-label="Panels">
        {sheets.map(([id, label]) => (
          <button key={id} type="button" aria-haspopup="dialog" onClick={() => onPanel(id)}>
            {label}
          </button>
        ))}
      </nav>
      <Drawer
        isOpen={panel !== null}
        placement="bottom"
        size="85dvh"
        title={sheets.find(([id]) => id === panel)?.[1] ?? ''}
        onClose={() => onPanel(null)}
      >
        {panel !== null && panels[panel]}
      </Drawer>
    </>
  );
}
