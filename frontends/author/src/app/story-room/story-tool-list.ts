import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { type Tool, toolOf } from '../workroom/tool.ts';
import type { StoryDesk } from './story-desk.ts';

/** Everything that opens beside a story, in the order of the strip. */
export const storyTools = [
  toolOf('about', 'This story', FileTextOutlined, () => import('./tools/about-tool.tsx')),
  toolOf('grammar', 'Grammar and style', HighlightOutlined, () => import('./tools/grammar-tool.tsx')),
  toolOf('search', 'Find and replace', SearchOutlined, () => import('./tools/search-tool.tsx')),
  toolOf('history', 'History', HistoryOutlined, () => import('./tools/history-tool.tsx')),
  toolOf('read-aloud', 'Read aloud', SoundOutlined, () => import('./tools/read-aloud-tool.tsx')),
] as const satisfies readonly Tool<StoryDesk>[];

export type StoryToolId = (typeof storyTools)[number]['id'];

const key = (userId: string) => `inkbear-story-tool:${userId}`;
const closed = 'none';
/** Which tool a user had open last, on this device; at first what the story is. */
export const lastStoryTool = {
  read: (userId: string): StoryToolId | null => {
    const kept = safeLocalStorage.get(key(userId));
    return kept === closed ? null : (storyTools.find(({ id }) => id === kept)?.id ?? 'about');
  },
  keep: (userId: string, id: StoryToolId | null): void => safeLocalStorage.set(key(userId), id ?? closed),
};
