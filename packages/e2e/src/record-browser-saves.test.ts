import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ChangeSet, Text } from '@codemirror/state';
import type { BrowserContext } from 'playwright-core';
import { FakeChapter, type SaveFault } from './fake-chapter.ts';
import { applyChanges, recordBrowserSaves } from './record-browser-saves.ts';
import { WriteHistory } from './write-history.ts';

describe('applyChanges', () => {
  it.each([
    { name: 'an insertion into an empty text', text: '', changes: [{ from: 0, insert: 'one' }] },
    { name: 'an insertion at the end', text: 'one', changes: [{ from: 3, insert: ' two' }] },
    { name: 'lines', text: 'one\n\nthree', changes: [{ from: 4, insert: 'two\n\nand ' }] },
    {
      name: 'a deletion and a replacement',
      text: 'one two three',
      changes: [
        { from: 0, to: 4 },
        { from: 8, to: 13, insert: 'four' },
      ],
    },
  ])('has the text of CodeMirror after $name', ({ text, changes }) => {
    const set = ChangeSet.of(changes, text.length);
    const expected = set.apply(Text.of(text.split('\n'))).toString();
    expect(applyChanges(text, set.toJSON() as never)).toBe(expected);
  });
});

/** A tab of a browser context, which sends requests to the server and has the events of Playwright. */
class FakeTab {
  readonly context = new EventEmitter();
  readonly #server: FakeChapter;

  constructor(server: FakeChapter) {
    this.#server = server;
  }

  async load(): Promise<void> {
    await this.#send('GET');
  }

  /** Adds words to the text of a revision. */
  async append(baseRev: number, length: number, words: string, fault?: SaveFault): Promise<void> {
    await this.#send('PATCH', { changes: [length, [0, words]] }, { baseRev, fault });
  }

  async put(baseRev: number, content: string, fault?: SaveFault): Promise<void> {
    await this.#send('PUT', { content }, { baseRev, fault });
  }

  async rename(title: string): Promise<void> {
    const request = { method: () => 'PUT', url: () => url, headers: () => ({}), postDataJSON: () => ({ title }) };
    this.context.emit('request', request);
    this.context.emit('response', { request: () => request, status: () => 200, json: async () => ({ rev: 9 }) });
  }

  /** The page crashes before the body of the reply has arrived. */
  async appendAndCrash(baseRev: number, length: number, words: string): Promise<void> {
    await this.#send('PATCH', { changes: [length, [0, words]] }, { baseRev, hasNoBody: true });
  }

  async #send(
    method: string,
    body?: unknown,
    { baseRev, fault, hasNoBody }: { baseRev?: number; fault?: SaveFault | undefined; hasNoBody?: boolean } = {},
  ): Promise<void> {
    const headers = baseRev === undefined ? {} : { 'if-match': `"${baseRev}"` };
    const request = { method: () => method, url: () => url, headers: () => headers, postDataJSON: () => body };
    this.context.emit('request', request);
    if (fault !== undefined) this.#server.faults.push(fault);
    const reply = await this.#server.author.call(method, '/api/chapters/c', body, headers).catch(() => null);
    if (reply === null) return;
    const json = async () => (hasNoBody ? await Promise.reject(new Error('The page has crashed.')) : reply.body);
    this.context.emit('response', { request: () => request, status: () => reply.status, json });
  }
}

const url = 'http://localhost/api/chapters/c';

async function openTab() {
  const server = new FakeChapter([
    [1, ''],
    [2, 'one'],
  ]);
  const history = new WriteHistory();
  const tab = new FakeTab(server);
  const waitUntilRecorded = await recordBrowserSaves(tab.context as unknown as BrowserContext, {
    author: server.author,
    chapterId: 'c',
    history,
  });
  await tab.load();
  await tab.append(2, 3, ' two');
  await waitUntilRecorded();
  const findDifferences = async () => {
    await waitUntilRecorded();
    return await history.findDifferences();
  };
  return { server, history, tab, findDifferences };
}

describe('recordBrowserSaves', () => {
  it('records every acknowledged save of changes and of the whole text', async () => {
    const { history, server, tab, findDifferences } = await openTab();
    await tab.put(3, 'one and two');
    await tab.append(4, 11, '.');
    await tab.rename('A title');
    expect(await findDifferences()).toEqual([]);
    expect([history.size, server.texts.get(5)]).toEqual([3, 'one and two.']);
  });

  it.each([
    { how: 'whose reply is lost', act: (tab: FakeTab) => tab.append(3, 7, ' three', 'reply-lost') },
    { how: 'whose reply is incomplete', act: (tab: FakeTab) => tab.appendAndCrash(3, 7, ' three') },
    { how: 'of the whole text whose reply is lost', act: (tab: FakeTab) => tab.put(3, 'one two three', 'reply-lost') },
  ])('records a save $how as unknown, and the saves after it', async ({ act }) => {
    const { history, server, tab, findDifferences } = await openTab();
    await act(tab);
    expect(await findDifferences()).toEqual([]);
    await tab.load();
    await tab.append(4, 13, ' four');
    expect(await findDifferences()).toEqual([]);
    expect([history.size, server.texts.get(5)]).toEqual([2, 'one two three four']);
  });

  it('accepts a save that never arrived, and one that was refused', async () => {
    const { history, tab, findDifferences } = await openTab();
    await tab.append(3, 7, ' three', 'never-arrives');
    await tab.append(2, 3, ' stale');
    await tab.load();
    await tab.append(3, 7, ' four');
    expect(await findDifferences()).toEqual([]);
    expect(history.size).toBe(2);
  });

  it.each([
    { isRead: true, how: 'was read by the tab' },
    { isRead: false, how: 'is only in the history' },
  ])('reports an acknowledged word that is lost in the base of the next save, which $how', async ({ isRead }) => {
    const { server, tab, findDifferences } = await openTab();
    await tab.append(3, 7, ' three', 'reply-lost');
    server.texts.set(4, 'one three');
    if (isRead) await tab.load();
    await tab.append(4, 9, ' four');
    expect(await findDifferences()).toContain('c: lost or repeated write: no save explains revision 4 of the history');
  });

  it('reports a word that was lost in the base of a save, although the server has it again later', async () => {
    const { server, tab, findDifferences } = await openTab();
    await tab.append(3, 7, ' three', 'reply-lost');
    server.texts.set(4, 'one three');
    await tab.append(4, 9, ' four');
    server.texts.set(4, 'one two three');
    expect(await findDifferences()).toEqual(['c: lost or repeated write: no save explains revision 4 of the history']);
  });

  it('reports a tab that reads an older revision than the acknowledged one, and writes that again', async () => {
    const { server, tab, findDifferences } = await openTab();
    server.texts.delete(3);
    await tab.load();
    await tab.append(2, 3, ' two');
    expect(await findDifferences()).toEqual(['c: lost write: revision 3 was stored, revision 2 was read later']);
  });
});
