import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { Drawer } from 'antd';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Tool } from './tool.ts';
import styles from './tool-rail.module.css';

interface Props<Desk> {
  tools: readonly Tool<Desk>[];
  /** Null: none is open. */
  open: string | null;
  isNarrow: boolean;
  onOpen: (id: string | null) => void;
  /** What every tool gets. */
  desk: Desk;
}

/** One tool at a time beside the prose; a sheet on a small screen. What is open in it stays when the window crosses from one to the other. */
export function ToolRail<Desk extends object>({ tools, open, isNarrow, onOpen, desk }: Props<Desk>) {
  const tool = tools.find(({ id }) => id === open) ?? null;
  const { place, isPlaced, host } = useMovingPlace(tool !== null);
  const body = tool && <div ref={host} className={styles['place']} />;
  return (
    <>
      {isNarrow ? (
        <Drawer
          open={tool !== null}
          placement="bottom"
          size="min(560px, 85dvh)"
          title={tool?.label}
          onClose={() => onOpen(null)}
        >
          {body}
        </Drawer>
      ) : (
        <aside className={styles['side']} aria-label="Tools">
          {tool && (
            <section className={styles['panel']} aria-label={tool.label}>
              <header className={styles['head']}>
                <h2>{tool.label}</h2>
                <button
                  type="button"
                  className={styles['icon']}
                  aria-label={`Close ${tool.label}`}
                  onClick={() => onOpen(null)}
                >
                  <Icon of={CloseOutlined} size={16} />
                </button>
              </header>
              {body}
            </section>
          )}
          <div className={styles['strip']}>
            {tools.map(({ id, label, icon }) => (
              <button
                key={id}
                data-hint={label}
                type="button"
                className={styles['icon']}
                aria-pressed={id === open}
                aria-label={label}
                onClick={() => onOpen(id === open ? null : id)}
              >
                <Icon of={icon} size={20} />
              </button>
            ))}
          </div>
        </aside>
      )}
      {tool && isPlaced && createPortal(<ToolPanel desk={desk} tool={tool} />, place)}
    </>
  );
}

/** An element that moves to whichever host is on the screen, so that React keeps what is shown in it. */
function useMovingPlace(isUsed: boolean) {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: styles['place'] }));
  const [isPlaced, setPlaced] = useState(false);
  useEffect(() => {
    if (!isUsed) setPlaced(false);
  }, [isUsed]);
  const host = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      element.append(place);
      setPlaced(true);
    },
    [place],
  );
  return { place, isPlaced, host };
}

function ToolPanel<Desk extends object>({ desk, tool: { id, label, Panel } }: { desk: Desk; tool: Tool<Desk> }) {
  return (
    <Suspense
      key={id}
      fallback={
        <div role="status" aria-busy="true" aria-label={`Opening ${label}`}>
          <SkeletonLines count={4} />
        </div>
      }
    >
      <Panel {...desk} />
    </Suspense>
  );
}
