export { StoryTable as default } from '../../features/stories/story-table.tsx';
