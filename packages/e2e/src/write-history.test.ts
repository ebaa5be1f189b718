import { describe, expect, it } from '@jest/globals';
import type { Answer, Author } from './author.ts';
import { WriteHistory } from './write-history.ts';

/** An author whose server has these texts; the last revision is the current one. */
function authorOf(stored: ReadonlyMap<number, string>, listed = [...stored.keys()]): Author {
  const answer = (status: number, body: unknown, link = ''): Answer =>
    ({ status, body, headers: new Headers({ link }) }) as Answer;
  const call = async (_method: string, route: string): Promise<Answer> => {
    const [, rev] = /\/revisions\/(\d+)$/.exec(route) ?? [];
    if (rev !== undefined) {
      const content = stored.get(Number(rev));
      return content === undefined ? answer(404, {}) : answer(200, { content });
    }
    // Pages of one revision.
    if (route.includes('/revisions')) {
      const page = Number(new URL(route, 'http://localhost').searchParams.get('before') ?? 0);
      const next = page + 1 < listed.length ? `</api/chapters/c/revisions?before=${page + 1}>; rel="next"` : '';
      return answer(
        200,
        listed.slice(page, page + 1).map((each) => ({ rev: each })),
        next,
      );
    }
    const last = Math.max(...stored.keys());
    return answer(200, { rev: last, content: stored.get(last) });
  };
  return { call } as unknown as Author;
}

const acknowledged = new Map([
  [2, 'one'],
  [3, 'one two'],
]);

function historyOf(author: Author): WriteHistory {
  const history = new WriteHistory();
  for (const [rev, text] of acknowledged) history.record({ author, chapterId: 'c', rev, text });
  return history;
}

describe('WriteHistory', () => {
  it('finds nothing when the server has every acknowledged text', async () => {
    const history = historyOf(authorOf(acknowledged));
    expect([history.size, await history.findDifferences()]).toEqual([2, []]);
  });

  it.each([
    {
      fault: 'the last save was lost',
      author: authorOf(new Map([[2, 'one']])),
      expected: [
        'c: revision 3 was acknowledged, the current one is 2',
        'c: revision 3 is not in the history',
        'c: revision 3 is answered 404',
      ],
    },
    {
      fault: 'a word was stored twice',
      author: authorOf(new Map([...acknowledged, [3, 'one two two']])),
      expected: ['c: the current text is not that of revision 3', 'c: revision 3 has another text'],
    },
    {
      fault: 'a retried save was stored twice',
      author: authorOf(new Map([...acknowledged, [4, 'one two two']])),
      expected: ['c: nobody sent the current text of revision 4, after revision 3'],
    },
    {
      fault: 'an old revision was changed',
      author: authorOf(new Map([...acknowledged, [2, 'none']])),
      expected: ['c: revision 2 has another text'],
    },
    {
      fault: 'a revision is not listed',
      author: authorOf(acknowledged, [3]),
      expected: ['c: revision 2 is not in the history'],
    },
  ])('reports that $fault', async ({ author, expected }) => {
    expect(await historyOf(author).findDifferences()).toEqual(expected);
  });

  it('reports one revision that was acknowledged for two texts', async () => {
    const author = authorOf(acknowledged);
    const history = historyOf(author);
    history.record({ author, chapterId: 'c', rev: 2, text: 'other' });
    history.record({ author, chapterId: 'c', rev: 2, text: 'one' });
    expect(await history.findDifferences()).toContain('c: revision 2 was acknowledged for two texts');
  });

  it('reports that no save was recorded, and that no save of a chapter was acknowledged', async () => {
    const author = authorOf(acknowledged);
    expect(await new WriteHistory().findDifferences()).toEqual(['no save was recorded']);
    const history = historyOf(author);
    history.recordUnknown({ author, chapterId: 'd', text: 'one' });
    expect(await history.findDifferences()).toEqual(['d: no save was acknowledged']);
  });

  it('accepts that a save without an acknowledgement was stored', async () => {
    const author = authorOf(new Map([...acknowledged, [4, 'one two three']]));
    const history = historyOf(author);
    history.recordUnknown({ author, chapterId: 'c', text: 'one two three' });
    expect(await history.findDifferences()).toEqual([]);
  });
});
