import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined';
import BulbOutlined from '@ant-design/icons-svg/es/asn/BulbOutlined';
import CommentOutlined from '@ant-design/icons-svg/es/asn/CommentOutlined';
import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import SolutionOutlined from '@ant-design/icons-svg/es/asn/SolutionOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import UserAddOutlined from '@ant-design/icons-svg/es/asn/UserAddOutlined';
import { deviceMemory } from '@inkbear/web-kit/device-memory.ts';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { DeskView } from './desk-view.ts';

export interface Tool {
  readonly id: string;
  readonly label: string;
  readonly icon: typeof BulbOutlined;
  readonly Panel: LazyExoticComponent<ComponentType<DeskView>>;
}

const tool = <Id extends string>(id: Id, label: string, icon: Tool['icon'], load: () => Promise<{ default: ComponentType<DeskView> }>) => ({ id, label, icon, Panel: lazy(load) });

/** Everything that opens beside the prose, in the order of the strip. Each loads when it is first opened. */
export const tools = [
  tool('outline', 'Outline', UnorderedListOutlined, () => import('./tools/outline-tool.tsx')),
  tool('ai', 'AI tools', BulbOutlined, () => import('./tools/ai-tool.tsx')),
  tool('context', 'What AI sees', EyeOutlined, () => import('./tools/context-tool.tsx')),
  tool('coach', 'Writing coach', CommentOutlined, () => import('./tools/coach-tool.tsx')),
  tool('grammar', 'Grammar and style', HighlightOutlined, () => import('./tools/grammar-tool.tsx')),
  tool('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  tool('history', 'History', HistoryOutlined, () => import('./tools/history-tool.tsx')),
  tool('craft', 'Craft', SolutionOutlined, () => import('./tools/craft-tool.tsx')),
  tool('names', 'Names', UserAddOutlined, () => import('./tools/names-tool.tsx')),
  tool('read-aloud', 'Read aloud', SoundOutlined, () => import('./tools/read-aloud-tool.tsx')),
  tool('progress', 'Progress', BarChartOutlined, () => import('./tools/progress-tool.tsx')),
  tool('export', 'Export', DownloadOutlined, () => import('./tools/export-tool.tsx')),
] as const satisfies readonly Tool[];

export type ToolId = (typeof tools)[number]['id'];

const key = (userId: string) => `inkbear-tool:${userId}`;
/** Which tool a user had open last, on this device. */
export const lastTool = {
  read: (userId: string): ToolId | null => tools.find(({ id }) => id === deviceMemory.read(key(userId)))?.id ?? null,
  keep: (userId: string, id: ToolId | null): void => deviceMemory.keep(key(userId), id),
};
