import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { Drawer } from 'antd';
import { Suspense } from 'react';
import type { DeskView } from './desk-view.ts';
import { type Tool, type ToolId, tools } from './tool-list.ts';
import styles from './tool-rail.module.css';

/** One tool at a time beside the prose; a sheet on a small screen. */
export function ToolRail({ tool: open, ...desk }: DeskView & { tool: ToolId | null }) {
  const { isNarrow, onTool } = desk;
  const tool = tools.find(({ id }) => id === open) ?? null;
  if (isNarrow) return <Drawer open={tool !== null} placement="bottom" size="min(560px, 85dvh)" title={tool?.label} onClose={() => onTool(null)}>{tool && <ToolPanel desk={desk} tool={tool} />}</Drawer>;
  return (
    <aside className={styles['side']} aria-label="Tools">
      {tool && (
        <section className={styles['panel']} aria-label={tool.label}>
          <header className={styles['head']}><h2>{tool.label}</h2><button type="button" className={styles['icon']} aria-label={`Close ${tool.label}`} onClick={() => onTool(null)}><Icon of={CloseOutlined} size={16} /></button></header>
          <ToolPanel desk={desk} tool={tool} />
        </section>
      )}
      <div className={styles['strip']}>
        {tools.map(({ id, label, icon }) => (
          <button key={id} type="button" className={styles['icon']} aria-pressed={id === open} aria-label={label} title={label} onClick={() => onTool(id === open ? null : id)}><Icon of={icon} size={20} /></button>
        ))}
      </div>
    </aside>
  );
}

function ToolPanel({ desk, tool: { id, label, Panel } }: { desk: DeskView; tool: Tool }) {
  return <Suspense key={id} fallback={<div role="status" aria-busy="true" aria-label={`Opening ${label}`}><SkeletonLines count={4} /></div>}><Panel {...desk} /></Suspense>;
}
