import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined';
import BulbOutlined from '@ant-design/icons-svg/es/asn/BulbOutlined';
import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { Drawer } from 'antd';
import { ProgressPanel } from '../../features/chapters/components/progress-panel.tsx';
import { ExportCard } from '../../features/exports/components/export-card.tsx';
import { OutlineCard } from '../../features/outline/components/outline-card.tsx';
import { AiPanel } from '../../features/proposals/components/ai-panel.tsx';
import { useSaveFact } from '../../features/writing/hooks/use-save-view.ts';
import styles from './tool-rail.module.css';

export type Tool = 'outline' | 'ai' | 'progress' | 'export';
export const tools: readonly { tool: Tool; label: string; icon: typeof BulbOutlined }[] = [
  { tool: 'outline', label: 'Outline', icon: UnorderedListOutlined },
  { tool: 'ai', label: 'AI tools', icon: BulbOutlined },
  { tool: 'progress', label: 'Progress', icon: BarChartOutlined },
  { tool: 'export', label: 'Export', icon: DownloadOutlined },
];

interface Props {
  book: Book;
  chapters: readonly Chapter[];
  current: Chapter;
  queue: SaveQueue;
  isEnhanced: boolean;
  isNarrow: boolean;
  isWriting: boolean;
  tool: Tool | null;
  flush: () => Promise<boolean>;
  onTool: (tool: Tool | null) => void;
  onGenerate: () => void;
}

/** One tool at a time beside the prose; a sheet on a small screen. */
export function ToolRail(props: Props) {
  const { tool, isNarrow, onTool } = props;
  const label = tools.find((each) => each.tool === tool)?.label ?? '';
  if (isNarrow) return <Drawer open={tool !== null} placement="bottom" size="min(560px, 85dvh)" title={label} onClose={() => onTool(null)}>{tool && <ToolPanel {...props} tool={tool} />}</Drawer>;
  return (
    <aside className={styles['side']} aria-label="Tools">
      {tool && (
        <section className={styles['panel']} aria-label={label}>
          <header className={styles['head']}><h2>{label}</h2><button type="button" className={styles['icon']} aria-label={`Close ${label}`} onClick={() => onTool(null)}><Icon of={CloseOutlined} size={16} /></button></header>
          <ToolPanel {...props} tool={tool} />
        </section>
      )}
      <div className={styles['strip']}>
        {tools.map((each) => (
          <button key={each.tool} type="button" className={styles['icon']} aria-pressed={each.tool === tool} aria-label={each.label} title={each.label} onClick={() => onTool(each.tool === tool ? null : each.tool)}><Icon of={each.icon} size={20} /></button>
        ))}
      </div>
    </aside>
  );
}

function ToolPanel({ book, chapters, current, queue, isEnhanced, isWriting, tool, flush, onGenerate }: Props & { tool: Tool }) {
  const words = useSaveFact(queue, (view) => view.words);
  switch (tool) {
    case 'outline': return <OutlineCard book={book} />;
    case 'ai': return <AiPanel bookId={book.id} chapterId={current.id} isEnhanced={isEnhanced} isBusy={isWriting} onGenerate={onGenerate} />;
    case 'progress': return <ProgressPanel book={book} chapters={chapters} current={current} words={words} />;
    case 'export': return <ExportCard book={book} chapterId={current.id} saveFirst={flush} />;
  }
}
