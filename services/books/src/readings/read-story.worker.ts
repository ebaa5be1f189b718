/** What a worker thread does for `StoryReader`. */
export { readStory as default } from './read-story.ts';
