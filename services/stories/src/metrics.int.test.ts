import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestMetrics } from '@inkbear/service-kit/testing/test-metrics';
import { StoriesService } from './testing/stories-service.ts';

describe('the metrics of stories', () => {
  let scrape: TestMetrics;
  let stories: StoriesService;
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    stories = await StoriesService.start();
  });
  afterAll(async () => {
    await stories.stop();
    await scrape.stop();
  });

  it('count acknowledged saves and conflicts of stories', async () => {
    const saves = (outcome: string) => scrape.sum('inkbear_manuscript_saves_total', { manuscript: 'story', outcome });
    const { author, id } = await stories.authorWithStory();
    expect((await stories.patch(author, id, 1, [[0, 'one']])).status).toBe(200);
    expect((await stories.put(author, id, { content: 'one two' }, { 'if-match': '"2"' })).status).toBe(200);
    expect((await stories.put(author, id, { content: 'other' }, { 'if-match': '"2"' })).status).toBe(412);
    expect([await saves('acknowledged'), await saves('conflict')]).toEqual([2, 1]);
  });
});
