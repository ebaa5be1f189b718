import type { StoryRow } from './story.ts';

export function presentStory({ _id: id, userId: _owner, deletedAt: _deletedAt, purgeAt: _purgeAt, createdAt, updatedAt, ...story }: StoryRow) {
  return { id, ...story, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
