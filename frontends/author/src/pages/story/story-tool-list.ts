import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { createToolMemory, lazyTool, type StoryToolId, type Tool } from '../../manuscript/tool.ts';

/** The tools beside a story, in the order of the icon strip. */
export const storyTools: readonly Tool<StoryToolId>[] = [
  lazyTool('about', 'This story', FileTextOutlined, () => import('./tools/about-tool.tsx')),
  lazyTool('grammar', 'Grammar and style', HighlightOutlined, () => import('../../manuscript/tools/grammar-tool.tsx')),
  lazyTool('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  lazyTool('history', 'History', HistoryOutlined, () => import('../../manuscript/tools/history-tool.tsx')),
  lazyTool('read-aloud', 'Read aloud', SoundOutlined, () => import('../../manuscript/tools/read-aloud-tool.tsx')),
];

export const storyToolMemory = createToolMemory('inkbear-story-tool', storyTools, 'about');
