import type { Answer, Author } from './author.ts';
import { applyChanges } from './record-browser-saves.ts';

/** What happens to a request that saves: its reply is lost on the way back, it never arrives, or it is refused. */
export type SaveFault = 'reply-lost' | 'never-arrives' | 400 | 503;

interface SaveBody {
  readonly changeId?: string;
  readonly changes?: Parameters<typeof applyChanges>[1];
  readonly content?: string;
}

const answerOf = (status: number, body: unknown = {}, link = ''): Answer => ({
  status,
  body: body as Answer['body'],
  headers: new Headers({ link }),
});

/** A server with the chapter `c`, for tests of the code that checks real ones. */
export class FakeChapter {
  /** The history; the last revision is the current one. Tests change it to plant a fault. */
  readonly texts: Map<number, string>;
  /** Revisions that the list of the history lacks. */
  readonly unlisted = new Set<number>();
  /** Faults of the next saves, one for each request. */
  readonly faults: SaveFault[] = [];
  readonly author: Author;
  readonly #revOfChange = new Map<string, number>();

  constructor(texts: Iterable<readonly [number, string]> = [[1, '']]) {
    this.texts = new Map(texts);
    this.author = { call: this.#call } as unknown as Author;
  }

  get rev(): number {
    return Math.max(...this.texts.keys());
  }

  readonly #call = async (
    method: string,
    route: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    if (method !== 'GET') return this.#save(body as SaveBody, headers['if-match']);
    const [, rev] = /\/revisions\/(\d+)$/.exec(route) ?? [];
    if (rev !== undefined) return this.#read(Number(rev));
    return route.includes('/revisions') ? this.#list(new URL(route, 'http://localhost')) : this.#read(this.rev);
  };

  #read(rev: number): Answer {
    const content = this.texts.get(rev);
    return content === undefined ? answerOf(404) : answerOf(200, { rev, content });
  }

  /** Pages of one revision. */
  #list({ searchParams }: URL): Answer {
    const listed = [...this.texts.keys()].filter((rev) => !this.unlisted.has(rev)).toSorted((a, b) => b - a);
    const at = Number(searchParams.get('at') ?? 0);
    const next = at + 1 < listed.length ? `</api/chapters/c/revisions?at=${at + 1}>; rel="next"` : '';
    return answerOf(
      200,
      listed.slice(at, at + 1).map((rev) => ({ rev })),
      next,
    );
  }

  #save(save: SaveBody, ifMatch: string | undefined): Answer {
    const fault = this.faults.shift();
    if (fault === 'never-arrives') throw new TypeError('fetch failed');
    if (typeof fault === 'number') return answerOf(fault);
    const rev = this.#revOfChange.get(save.changeId ?? '') ?? this.#store(save, ifMatch);
    if (fault === 'reply-lost') throw new TypeError('fetch failed');
    return rev === null ? answerOf(412) : answerOf(200, { rev });
  }

  /** Returns the new revision; null when the save is based on another one than the current one. */
  #store({ changeId, changes, content }: SaveBody, ifMatch: string | undefined): number | null {
    const { rev } = this;
    if (ifMatch !== undefined && ifMatch !== `"${rev}"`) return null;
    this.texts.set(rev + 1, changes ? applyChanges(this.texts.get(rev) ?? '', changes) : (content ?? ''));
    if (changeId !== undefined) this.#revOfChange.set(changeId, rev + 1);
    return rev + 1;
  }
}
