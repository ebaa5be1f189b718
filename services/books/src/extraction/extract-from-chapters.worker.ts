/** What a worker thread does for `StoryExtractor`. */
export { extractFromChapters as default } from './extract-from-chapters.ts';
