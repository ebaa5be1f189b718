import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined';
import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined';
import BulbOutlined from '@ant-design/icons-svg/es/asn/BulbOutlined';
import CommentOutlined from '@ant-design/icons-svg/es/asn/CommentOutlined';
import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import PieChartOutlined from '@ant-design/icons-svg/es/asn/PieChartOutlined';
import SafetyCertificateOutlined from '@ant-design/icons-svg/es/asn/SafetyCertificateOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SignatureOutlined from '@ant-design/icons-svg/es/asn/SignatureOutlined';
import SolutionOutlined from '@ant-design/icons-svg/es/asn/SolutionOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import UserAddOutlined from '@ant-design/icons-svg/es/asn/UserAddOutlined';
import { grammarTool, historyTool, readAloudTool } from '../../manuscript/shared-tools.ts';
import { type ChapterToolId, createToolMemory, lazyTool, type Tool } from '../../manuscript/tool.ts';

/** The tools beside the text of a chapter, the most used ones first. Each loads when it is first opened. */
export const chapterTools: readonly Tool<ChapterToolId>[] = [
  lazyTool('ai', { label: 'AI tools', shortLabel: 'AI', icon: BulbOutlined }, () => import('./tools/ai-tool.tsx')),
  lazyTool('outline', { label: 'Outline', icon: UnorderedListOutlined }, () => import('./tools/outline-tool.tsx')),
  grammarTool,
  lazyTool(
    'search',
    { label: 'Find and replace', shortLabel: 'Find', icon: SearchOutlined },
    () => import('./tools/search-tool.tsx'),
  ),
  lazyTool('context', { label: 'What AI sees', icon: EyeOutlined }, () => import('./tools/context-tool.tsx')),
  lazyTool('coach', { label: 'Writing coach', icon: CommentOutlined }, () => import('./tools/coach-tool.tsx')),
  historyTool,
  lazyTool('craft', { label: 'Craft', icon: SolutionOutlined }, () => import('./tools/craft-tool.tsx')),
  lazyTool(
    'bible',
    { label: 'Story bible', shortLabel: 'Bible', icon: BookOutlined },
    () => import('./tools/bible-tool.tsx'),
  ),
  lazyTool('checks', { label: 'Checks', icon: SafetyCertificateOutlined }, () => import('./tools/checks-tool.tsx')),
  lazyTool('voice', { label: 'Voice', icon: SignatureOutlined }, () => import('./tools/voice-tool.tsx')),
  lazyTool('origins', { label: 'Origins', icon: PieChartOutlined }, () => import('./tools/origins-tool.tsx')),
  lazyTool('names', { label: 'Names', icon: UserAddOutlined }, () => import('./tools/names-tool.tsx')),
  readAloudTool,
  lazyTool('progress', { label: 'Progress', icon: BarChartOutlined }, () => import('./tools/progress-tool.tsx')),
  lazyTool('export', { label: 'Export', icon: DownloadOutlined }, () => import('./tools/export-tool.tsx')),
];

export const chapterToolMemory = createToolMemory('inkbear-tool', chapterTools, null);
