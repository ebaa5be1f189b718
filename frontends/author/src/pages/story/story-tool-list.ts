import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { createToolMemory, lazyTool, type StoryToolId, type Tool } from '../../manuscript/tool.ts';

/** The tools beside a story, the most used ones first. */
export const storyTools: readonly Tool<StoryToolId>[] = [
  lazyTool('about', { label: 'This story', icon: FileTextOutlined }, () => import('./tools/about-tool.tsx')),
  lazyTool(
    'grammar',
    { label: 'Grammar and style', shortLabel: 'Grammar', icon: HighlightOutlined },
    () => import('../../manuscript/tools/grammar-tool.tsx'),
  ),
  lazyTool(
    'search',
    { label: 'Find and replace', shortLabel: 'Find', icon: SearchOutlined },
    () => import('./tools/search-tool.tsx'),
  ),
  lazyTool(
    'history',
    { label: 'History', icon: HistoryOutlined },
    () => import('../../manuscript/tools/history-tool.tsx'),
  ),
  lazyTool(
    'read-aloud',
    { label: 'Read aloud', icon: SoundOutlined },
    () => import('../../manuscript/tools/read-aloud-tool.tsx'),
  ),
];

export const storyToolMemory = createToolMemory('inkbear-story-tool', storyTools, 'about');
