/** What a worker thread does for `WordClassifier`. */
export { classifyChapters as default } from './classify-chapters.ts';
