import { randomUUID } from 'node:crypto';
import { fetchLong } from './fetch-long.ts';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read fields of any reply
  readonly headers: Headers;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

export interface AuthorOptions {
  /** A call that takes longer is aborted; by default longer than the deadline of an export, which is 90 s. */
  readonly timeoutMs?: number;
  /** Sent as `X-Forwarded-For`; only a gateway with TRUST_PROXY_HOPS believes it. */
  readonly address?: string;
}

/** `fetch` waits no longer for the headers of a reply. */
const fetchTimeoutMs = 300_000;

/** An API client for one author: calls the public address and keeps the cookies of its replies. */
export class Author {
  readonly #url: string;
  readonly #account: Account | undefined;
  readonly #timeoutMs: number;
  readonly #address: string | undefined;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, account?: Account, { timeoutMs = 95_000, address }: AuthorOptions = {}) {
    this.#url = url;
    this.#account = account;
    this.#timeoutMs = timeoutMs;
    this.#address = address;
  }

  /** The credentials that this author signs in with. */
  get account(): Account {
    if (!this.#account) throw new Error('A visitor has no account.');
    return this.#account;
  }

  /** Creates an account, which signs it in. */
  static async register(url: string, options: AuthorOptions = {}): Promise<Author> {
    const author = new Author(url, { email: `${randomUUID()}@example.com`, password: 'violet-otter-9' }, options);
    const { status } = await retryWhileBusy(() =>
      author.call('POST', '/api/auth/register', { ...author.account, firstName: 'Ada', lastName: 'Byron' }),
    );
    if (status !== 201) throw new Error(`The account was not created: ${status}.`);
    return author;
  }

  /** Signs in to an existing account. */
  static async signIn(url: string, { email, password }: Account, options: AuthorOptions = {}): Promise<Author> {
    const author = new Author(url, { email, password }, options);
    const { status } = await retryWhileBusy(() => author.call('POST', '/api/auth/login', author.account));
    if (status !== 200) throw new Error(`Sign-in failed: ${status}.`);
    return author;
  }

  /** A cookie's current value, or an empty string. */
  cookie(name: string): string {
    return this.#cookies.get(name) ?? '';
  }

  /** All cookies, as a browser sends them. */
  get cookieHeader(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  /**
   * Sends a request and returns the reply before its body has arrived, for replies that are streamed. A body is sent as
   * JSON, or as the form that it is.
   */
  async send(method: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    const send = this.#timeoutMs > fetchTimeoutMs ? fetchLong : fetch;
    const response = await send(`${this.#url}${route}`, {
      method,
      headers: {
        origin: this.#url,
        cookie: this.cookieHeader,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(this.#address === undefined ? {} : { 'x-forwarded-for': this.#address }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value.join('='));
    }
    return response;
  }

  async call(method: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.send(method, route, body, headers);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
  }

  /** Creates a book and returns it with its first chapter. */
  async createBook(): Promise<{ bookId: string; chapterId: string }> {
    const book = await this.call(
      'POST',
      '/api/books',
      { title: 'A book under test' },
      { 'idempotency-key': randomUUID() },
    );
    if (book.status !== 201) throw new Error(`The book was not created: ${book.status}.`);
    const chapters = await this.call('GET', `/api/books/${String(book.body['id'])}/chapters`);
    if (chapters.status !== 200) throw new Error(`The chapters were not listed: ${chapters.status}.`);
    return { bookId: String(book.body['id']), chapterId: String(chapters.body[0].id) };
  }

  /** Adds an empty chapter to a book and returns its id. */
  async createChapter(bookId: string): Promise<string> {
    const { status, body } = await this.call(
      'POST',
      `/api/books/${bookId}/chapters`,
      { title: 'A chapter' },
      { 'idempotency-key': randomUUID() },
    );
    if (status !== 201) throw new Error(`The chapter was not created: ${status}.`);
    return String(body['id']);
  }
}
