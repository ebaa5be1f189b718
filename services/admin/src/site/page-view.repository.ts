import { countedPages } from '@inkbear/contracts/admin/site';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Connection } from 'mongoose';

interface PageViewRow {
  /** `<day> <page>`. */
  _id: string;
  views: number;
}

/** Daily view counts per page. No data about visitors is stored. */
export class PageViewRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Counts one view of a page today. */
  async increment(path: string): Promise<void> {
    const day = this.#clock.now().toISOString().slice(0, 10);
    await this.#connection
      .collection<PageViewRow>('page_views')
      .updateOne({ _id: `${day} ${pageOf(path)}` }, { $inc: { views: 1 } }, { upsert: true });
  }
}

const knownPages: ReadonlySet<string> = new Set(countedPages);
/** The pages of all books are counted together, and so are those of all stories. */
const withId = /^\/(book|story)\/[^/]+$/;

/** Maps a path to a counted page. Drops the query, which may contain personal data. */
function pageOf(path: string): string {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  const page = plain.replace(withId, '/$1/:id');
  return knownPages.has(page) ? page : 'other';
}
