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
import type { DeskView } from './desk-view.ts';
import { type Tool, toolOf } from './tool.ts';

/** Everything that opens beside the prose, in the order of the strip. Each loads when it is first opened. */
export const tools = [
  toolOf('outline', 'Outline', UnorderedListOutlined, () => import('./tools/outline-tool.tsx')),
  toolOf('ai', 'AI tools', BulbOutlined, () => import('./tools/ai-tool.tsx')),
  toolOf('context', 'What AI sees', EyeOutlined, () => import('./tools/context-tool.tsx')),
  toolOf('coach', 'Writing coach', CommentOutlined, () => import('./tools/coach-tool.tsx')),
  toolOf('grammar', 'Grammar and style', HighlightOutlined, () => import('./tools/grammar-tool.tsx')),
  toolOf('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  toolOf('history', 'History', HistoryOutlined, () => import('./tools/history-tool.tsx')),
  toolOf('craft', 'Craft', SolutionOutlined, () => import('./tools/craft-tool.tsx')),
  toolOf('names', 'Names', UserAddOutlined, () => import('./tools/names-tool.tsx')),
  toolOf('read-aloud', 'Read aloud', SoundOutlined, () => import('./tools/read-aloud-tool.tsx')),
  toolOf('progress', 'Progress', BarChartOutlined, () => import('./tools/progress-tool.tsx')),
  toolOf('export', 'Export', DownloadOutlined, () => import('./tools/export-tool.tsx')),
] as const satisfies readonly Tool<DeskView>[];

export type ToolId = (typeof tools)[number]['id'];

const key = (userId: string) => `inkbear-tool:${userId}`;
/** Which tool a user had open last, on this device. */
export const lastTool = {
  read: (userId: string): ToolId | null => tools.find(({ id }) => id === safeLocalStorage.get(key(userId)))?.id ?? null,
  keep: (userId: string, id: ToolId | null): void => safeLocalStorage.set(key(userId), id),
};
