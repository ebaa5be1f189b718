import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { type Tool, lazyTool } from '../../manuscript/tool.ts';
import type { StoryToolContext } from './story-tool-context.ts';

/** The tools beside a story, in the order of the icon strip. */
export const storyTools = [
  lazyTool('about', 'This story', FileTextOutlined, () => import('./tools/about-tool.tsx')),
  lazyTool('grammar', 'Grammar and style', HighlightOutlined, () => import('./tools/grammar-tool.tsx')),
  lazyTool('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  lazyTool('history', 'History', HistoryOutlined, () => import('./tools/history-tool.tsx')),
  lazyTool('read-aloud', 'Read aloud', SoundOutlined, () => import('./tools/read-aloud-tool.tsx')),
] as const satisfies readonly Tool<StoryToolContext>[];

export type StoryToolId = (typeof storyTools)[number]['id'];

const key = (userId: string) => `inkbear-story-tool:${userId}`;
const closed = 'none';
/** The tool a user had open last, on this device; `about` by default. */
export const lastStoryTool = {
  read: (userId: string): StoryToolId | null => {
    const kept = safeLocalStorage.get(key(userId));
    return kept === closed ? null : (storyTools.find(({ id }) => id === kept)?.id ?? 'about');
  },
  save: (userId: string, id: StoryToolId | null): void => safeLocalStorage.set(key(userId), id ?? closed),
};
