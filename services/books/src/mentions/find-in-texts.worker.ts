/** What a worker thread does for `MentionFinder`. */
export { findInTexts as default } from './find-in-texts.ts';
