import { expect, it } from '@jest/globals';
import { documentIdOf, type Manuscript, manuscriptOf, scopeOf } from './manuscript.ts';

it.each<[Manuscript, string, object]>([
  [{ kind: 'chapter', id: '0192:a' }, 'chapter:0192:a', { chapterId: '0192:a' }],
  [{ kind: 'story', id: '0193' }, 'story:0193', { storyId: '0193' }],
])('manuscriptOf reverses documentIdOf for %o', (manuscript, name, scope) => {
  expect([documentIdOf(manuscript), manuscriptOf(name), scopeOf(manuscript)]).toEqual([name, manuscript, scope]);
});

it('manuscriptOf returns null for other documents', () => expect(manuscriptOf('outline:1')).toBeNull());
