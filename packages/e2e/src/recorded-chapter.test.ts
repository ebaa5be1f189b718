import { describe, expect, it } from '@jest/globals';
import { FakeChapter, type SaveFault } from './fake-chapter.ts';
import { RecordedChapter } from './recorded-chapter.ts';
import { WriteHistory } from './write-history.ts';

async function openChapter() {
  const server = new FakeChapter();
  const history = new WriteHistory();
  return { server, history, chapter: await RecordedChapter.open(server.author, 'c', history) };
}

describe('RecordedChapter', () => {
  it.each<{ fault: SaveFault }>([{ fault: 'reply-lost' }, { fault: 'never-arrives' }, { fault: 503 }])(
    'retries a save after $fault, which is stored once',
    async ({ fault }) => {
      const { server, history, chapter } = await openChapter();
      await chapter.append('one ');
      server.faults.push(fault);
      const statuses: number[] = [];
      await chapter.append('two ', { onAnswer: ({ status }) => statuses.push(status) });
      expect(statuses).toEqual([typeof fault === 'number' ? fault : 0, 200]);
      expect([server.rev, server.texts.get(3), chapter.text]).toEqual([3, 'one two ', 'one two ']);
      expect([history.size, await history.findDifferences()]).toEqual([2, []]);
    },
  );

  it('records the lost reply of a save that is refused later as unknown', async () => {
    const { server, history, chapter } = await openChapter();
    await chapter.append('one ');
    server.faults.push('reply-lost', 400);
    await expect(chapter.append('two ')).rejects.toThrow('A save was refused: 400');
    expect([server.texts.get(3), history.size, await history.findDifferences()]).toEqual(['one two ', 1, []]);
  });

  it('replaces the text once, and records a lost reply as unknown', async () => {
    const { server, history, chapter } = await openChapter();
    expect((await chapter.replace('one')).status).toBe(200);
    server.faults.push('reply-lost');
    await expect(chapter.replace('two')).rejects.toThrow('fetch failed');
    expect([server.texts.get(3), chapter.text]).toEqual(['two', 'one']);
    expect([history.size, await history.findDifferences()]).toEqual([1, []]);
    const reopened = await RecordedChapter.open(server.author, 'c', history);
    await reopened.append(' three');
    expect([server.texts.get(4), await history.findDifferences()]).toEqual(['two three', []]);
  });
});
