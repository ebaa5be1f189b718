/** What a worker thread does for `StoryChecker`. */
export { checkStory as default } from './check-story.ts';
