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
import { type ChapterToolId, createToolMemory, lazyTool, type Tool } from '../../manuscript/tool.ts';

/** The tools beside the text of a chapter, in the order of the icon strip. Each loads when it is first opened. */
export const chapterTools: readonly Tool<ChapterToolId>[] = [
  lazyTool('outline', 'Outline', UnorderedListOutlined, () => import('./tools/outline-tool.tsx')),
  lazyTool('ai', 'AI tools', BulbOutlined, () => import('./tools/ai-tool.tsx')),
  lazyTool('context', 'What AI sees', EyeOutlined, () => import('./tools/context-tool.tsx')),
  lazyTool('coach', 'Writing coach', CommentOutlined, () => import('./tools/coach-tool.tsx')),
  lazyTool('grammar', 'Grammar and style', HighlightOutlined, () => import('../../manuscript/tools/grammar-tool.tsx')),
  lazyTool('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  lazyTool('history', 'History', HistoryOutlined, () => import('../../manuscript/tools/history-tool.tsx')),
  lazyTool('craft', 'Craft', SolutionOutlined, () => import('./tools/craft-tool.tsx')),
  lazyTool('names', 'Names', UserAddOutlined, () => import('./tools/names-tool.tsx')),
  lazyTool('read-aloud', 'Read aloud', SoundOutlined, () => import('../../manuscript/tools/read-aloud-tool.tsx')),
  lazyTool('progress', 'Progress', BarChartOutlined, () => import('./tools/progress-tool.tsx')),
  lazyTool('export', 'Export', DownloadOutlined, () => import('./tools/export-tool.tsx')),
];

export const chapterToolMemory = createToolMemory('inkbear-tool', chapterTools, null);
