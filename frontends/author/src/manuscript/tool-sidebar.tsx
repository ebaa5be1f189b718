import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import MenuFoldOutlined from '@ant-design/icons-svg/es/asn/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons-svg/es/asn/MenuUnfoldOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyBoundary } from '../ui/overlays/lazy-boundary.tsx';
import { Drawer } from '../ui/overlays/overlays.tsx';
import { useOpenManuscript } from './open-manuscript.ts';
import { namedToolCount, type Tool, toolNamesPreference } from './tool.ts';
import styles from './tool-sidebar.module.css';

/**
 * One tool at a time beside the text, or in a drawer on a narrow screen. The tool keeps its state when the window
 * changes from one to the other.
 */
export function ToolSidebar({ tools }: { tools: readonly Tool[] }) {
  const { openToolId, openTool, isNarrow } = useOpenManuscript().layout;
  const tool = tools.find(({ id }) => id === openToolId) ?? null;
  const { container, isAttached, host } = useMovableContainer(tool !== null);
  const body = tool && <div ref={host} className={styles['container']} />;
  return (
    <>
      {isNarrow ? (
        <Drawer
          isOpen={tool !== null}
          placement="bottom"
          size="min(560px, 85dvh)"
          title={tool?.label}
          onClose={() => openTool(null)}
        >
          {body}
        </Drawer>
      ) : (
        <aside className={styles['side']} aria-label="Tools">
          {tool && (
            <section className={styles['panel']} aria-label={tool.label}>
              <header className={styles['head']}>
                <h2>{tool.label}</h2>
                <IconButton label={`Close ${tool.label}`} hint={false} onClick={() => openTool(null)}>
                  <Icon of={CloseOutlined} size={16} />
                </IconButton>
              </header>
              {body}
            </section>
          )}
          <ToolStrip tools={tools} />
        </aside>
      )}
      {tool && isAttached && createPortal(<ToolPanel tool={tool} onDismissError={() => openTool(null)} />, container)}
    </>
  );
}

/** One button for each tool. The first ones show their names, the others on request. */
function ToolStrip({ tools }: { tools: readonly Tool[] }) {
  const { openToolId, openTool } = useOpenManuscript().layout;
  const [showsAllNames, setShowsAllNames] = useState(toolNamesPreference.isOn);
  const toggleNames = () => {
    toolNamesPreference.set(!showsAllNames);
    setShowsAllNames(!showsAllNames);
  };
  return (
    <div className={styles['strip']}>
      {tools.map(({ id, label, shortLabel, icon }, at) => {
        const props = {
          'aria-label': label,
          'aria-pressed': id === openToolId,
          onClick: () => openTool(id === openToolId ? null : id),
        };
        return showsAllNames || at < namedToolCount ? (
          <button key={id} type="button" className={styles['named']} {...props}>
            <Icon of={icon} size={20} />
            <span aria-hidden="true">{shortLabel}</span>
          </button>
        ) : (
          <IconButton key={id} label={label} {...props}>
            <Icon of={icon} size={20} />
          </IconButton>
        );
      })}
      {tools.length > namedToolCount && (
        <IconButton
          label={showsAllNames ? 'Hide names of tools' : 'Show names of tools'}
          aria-expanded={showsAllNames}
          onClick={toggleNames}
        >
          <Icon of={showsAllNames ? MenuUnfoldOutlined : MenuFoldOutlined} size={16} />
        </IconButton>
      )}
    </div>
  );
}

/**
 * A DOM element that moves into the current host (side panel or drawer), so that React keeps the state of what it
 * renders.
 */
function useMovableContainer(isUsed: boolean) {
  const [container] = useState(() => Object.assign(document.createElement('div'), { className: styles['container'] }));
  const [isAttached, setAttached] = useState(false);
  useEffect(() => {
    if (!isUsed) setAttached(false);
  }, [isUsed]);
  const host = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      element.append(container);
      setAttached(true);
    },
    [container],
  );
  return { container, isAttached, host };
}

function ToolPanel({ tool: { id, label, Panel }, onDismissError }: { tool: Tool; onDismissError: () => void }) {
  return (
    <LazyBoundary
      key={id}
      isOpen
      onDismissError={onDismissError}
      waiting={
        <div role="status" aria-busy="true" aria-label={`Opening ${label}`}>
          <SkeletonLines count={4} />
        </div>
      }
    >
      <Panel />
    </LazyBoundary>
  );
}
