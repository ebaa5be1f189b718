import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { grammarTool, historyTool, readAloudTool } from '../../manuscript/shared-tools.ts';
import { createToolMemory, lazyTool, type StoryToolId, type Tool } from '../../manuscript/tool.ts';

/** The tools beside a story, the most used ones first. */
export const storyTools: readonly Tool<StoryToolId>[] = [
  lazyTool('about', { label: 'This story', icon: FileTextOutlined }, () => import('./tools/about-tool.tsx')),
  grammarTool,
  lazyTool(
    'search',
    { label: 'Find and replace', shortLabel: 'Find', icon: SearchOutlined },
    () => import('./tools/search-tool.tsx'),
  ),
  historyTool,
  readAloudTool,
];

export const storyToolMemory = createToolMemory('inkbear-story-tool', storyTools, 'about');
