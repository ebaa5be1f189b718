import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';
import { chapterPort } from '../features/chapters/api/chapter-port.ts';
import { storyPort } from '../features/stories/api/story-port.ts';

/** The save port of a chapter or a story. */
export const manuscriptPort = ({ kind, id }: Manuscript): SavePort =>
  kind === 'chapter' ? chapterPort(id) : storyPort(id);
