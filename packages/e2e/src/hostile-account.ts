import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { setSessionNiceness } from '@inkbear/local/session-niceness';
import { styleTextMax } from '@inkbear/contracts/ai/style';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { floodBookTools } from './attacks/book-tools.ts';
import { Flood, type HostileAnswer } from './attacks/flood.ts';
import { type Account, type Answer, Author } from './author.ts';

/** Stays within every rate limit and, with the chapters, within the byte quota of a free account. */
const forcedSaves = isDeep ? 24 : 4;
const chapters = isDeep ? 30 : 6;
const wrongPasswords = isDeep ? 60 : 15;
const outlineLength = isDeep ? 500_000 : 200_000;
const polishedLength = isDeep ? 500_000 : 150_000;
const styleChecks = 9;
const listReads = 3;
const chapterBytes = 1_900_000;
const attackerNiceness = 19;

/** The message that starts the hostile process. */
export interface HostileMessage {
  readonly url: string;
  readonly free: Account;
  readonly pro: Account;
}

/**
 * Attacks from a child process; resolves with the replies to its requests, rejects when the process fails. Runs at low
 * priority in a session of its own, because a real attacker would not share our processors.
 */
export async function attackFromProcess(message: HostileMessage): Promise<HostileAnswer[]> {
  const entry = fileURLToPath(new URL('./hostile-process.ts', import.meta.url));
  const child = fork(entry, [], { execArgv: ['--no-warnings'], detached: true });
  if (child.pid !== undefined) {
    os.setPriority(child.pid, attackerNiceness);
    await setSessionNiceness(child.pid, attackerNiceness);
  }
  const answers = new Promise<HostileAnswer[]>((resolve, reject) => {
    child.once('message', (received) => resolve(received as HostileAnswer[]));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The hostile process ended with code ${code} before it reported.`)));
  });
  child.send(message);
  try {
    return await answers;
  } finally {
    child.kill();
  }
}

/** Random, so that neither the database nor the history can compress it. */
const randomText = (): string => randomBytes((chapterBytes / 4) * 3).toString('base64');

export interface HostileActors {
  readonly url: string;
  /** A free account that nothing else uses. */
  readonly free: Author;
  /** A paying account for AI on a long text, which free accounts are refused. */
  readonly pro: Author;
}

/** Requests of ordinary accounts that once exhausted a process's memory, CPU or disk. */
export class HostileAccount {
  readonly answers: HostileAnswer[] = [];
  readonly #actors: HostileActors;

  constructor(actors: HostileActors) {
    this.#actors = actors;
  }

  /** Sends all requests; the different kinds run concurrently. */
  async attack(): Promise<void> {
    const { bookId, chapterId } = await this.#actors.free.createBook();
    await Promise.all([
      this.#growHistory(chapterId),
      this.#growLists(bookId),
      this.#stormSignIn(),
      this.#checkStyles(),
      this.#polishLineBreaks(),
    ]);
    await this.#analyseOutlines(bookId);
    await floodBookTools((...request) => this.#send(...request), bookId);
    await this.#flood(chapterId);
  }

  /** PUTs without If-Match are never merged into one revision, so each adds its whole text to the history. */
  async #growHistory(chapterId: string): Promise<void> {
    for (let number = 0; number < forcedSaves; number += 1) {
      await this.#send('PUT', `/api/chapters/${chapterId}`, { content: randomText() });
    }
  }

  async #growLists(bookId: string): Promise<void> {
    const { free } = this.#actors;
    const list = `/api/books/${bookId}/chapters`;
    for (let number = 0; number < chapters; number += 1) {
      const made = await this.#call(free, { method: 'POST', route: list, body: { title: `Chapter ${number}` } });
      if (made.status === 201)
        await this.#send('PUT', `/api/chapters/${String(made.body['id'])}`, { content: randomText() });
    }
    const reads = Array.from({ length: listReads }, () => this.#send('GET', list));
    await Promise.all([...reads, this.#send('GET', '/api/user/export')]);
  }

  async #flood(chapterId: string): Promise<void> {
    const { url, free } = this.#actors;
    const flood = new Flood({ url, author: free, chapterId });
    await flood.run();
    this.answers.push(...flood.answers);
  }

  /** Texts on which a backtracking pattern takes quadratic time. */
  async #analyseOutlines(bookId: string): Promise<void> {
    const lineBreaks = '\n'.repeat(outlineLength);
    const blanksInHeading = `# a${' '.repeat(outlineLength - 10_000)}b`;
    for (const outline of [lineBreaks, blanksInHeading]) {
      await this.#send('PUT', `/api/books/${bookId}`, { outline });
      const analysis = this.#send('GET', `/api/books/${bookId}/outline-analysis`);
      await Promise.all([analysis, this.#send('POST', `/api/books/${bookId}/export-outline`, {})]);
    }
  }

  async #checkStyles(): Promise<void> {
    const text = 'The quick brown fox were jumping over the the lazy dog. '.repeat(4000).slice(0, styleTextMax);
    await Promise.all(Array.from({ length: styleChecks }, () => this.#send('POST', '/api/ai/check-style', { text })));
  }

  async #polishLineBreaks(): Promise<void> {
    const { pro } = this.#actors;
    const { body: books } = await pro.call('GET', '/api/books');
    const { body: list } = await pro.call('GET', `/api/books/${String(books[0].id)}/chapters`);
    const body = { content: `Once ${'\n'.repeat(polishedLength)} upon.`, chapterId: String(list[0].id) };
    await this.#call(pro, { method: 'POST', route: '/api/ai/polish-chapter', body });
  }

  /** Sequential and from one address, so that the account's throttle and the address's rate limit both apply. */
  async #stormSignIn(): Promise<void> {
    const { url, free } = this.#actors;
    const visitor = new Author(url);
    for (let number = 0; number < wrongPasswords; number += 1) {
      const body = { email: free.account.email, password: `wrong-password-${number}` };
      await this.#call(visitor, { method: 'POST', route: '/api/auth/login', body });
    }
  }

  async #send(method: string, route: string, body?: unknown): Promise<Answer> {
    return await this.#call(this.#actors.free, { method, route, body });
  }

  async #call(
    author: Author,
    { method, route, body }: { method: string; route: string; body?: unknown },
  ): Promise<Answer> {
    const startedAt = Date.now();
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const answer = await author.call(method, route, body, headers);
    const retryAfter = answer.headers.get('retry-after');
    this.answers.push({
      request: `${method} ${route}`,
      status: answer.status,
      retryAfter,
      startedAt,
      endedAt: Date.now(),
    });
    return answer;
  }
}
