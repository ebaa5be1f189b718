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
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolId } from './tool-id.ts';
import { type Tool, lazyTool } from '../../manuscript/tool.ts';

/** The tools beside the text, in the order of the icon strip. Each loads when it is first opened. */
export const tools = [
  lazyTool('outline', 'Outline', UnorderedListOutlined, () => import('./tools/outline-tool.tsx')),
  lazyTool('ai', 'AI tools', BulbOutlined, () => import('./tools/ai-tool.tsx')),
  lazyTool('context', 'What AI sees', EyeOutlined, () => import('./tools/context-tool.tsx')),
  lazyTool('coach', 'Writing coach', CommentOutlined, () => import('./tools/coach-tool.tsx')),
  lazyTool('grammar', 'Grammar and style', HighlightOutlined, () => import('./tools/grammar-tool.tsx')),
  lazyTool('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  lazyTool('history', 'History', HistoryOutlined, () => import('./tools/history-tool.tsx')),
  lazyTool('craft', 'Craft', SolutionOutlined, () => import('./tools/craft-tool.tsx')),
  lazyTool('names', 'Names', UserAddOutlined, () => import('./tools/names-tool.tsx')),
  lazyTool('read-aloud', 'Read aloud', SoundOutlined, () => import('./tools/read-aloud-tool.tsx')),
  lazyTool('progress', 'Progress', BarChartOutlined, () => import('./tools/progress-tool.tsx')),
  lazyTool('export', 'Export', DownloadOutlined, () => import('./tools/export-tool.tsx')),
] as const satisfies readonly (Tool<ToolContext> & { readonly id: ToolId })[];

const key = (userId: string) => `inkbear-tool:${userId}`;
/** The tool a user had open last, on this device. */
export const lastTool = {
  read: (userId: string): ToolId | null => tools.find(({ id }) => id === safeLocalStorage.get(key(userId)))?.id ?? null,
  save: (userId: string, id: ToolId | null): void => safeLocalStorage.set(key(userId), id),
};
