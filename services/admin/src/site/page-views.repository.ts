import { countedPages } from '@inkbear/contracts/admin/site';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Connection } from 'mongoose';

interface PageViews {
  _id: string;
  views: number;
}

/** How often each page was opened on a day; no visitor is remembered. */
export class PageViewCount {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async countPageView(path: string): Promise<void> {
    const day = this.#clock.now().toISOString().slice(0, 10);
    await this.#connection
      .collection<PageViews>('page_views')
      .updateOne({ _id: `${day} ${pageOf(path)}` }, { $inc: { views: 1 } }, { upsert: true });
  }
}

const counted: ReadonlySet<string> = new Set(countedPages);
/** Pages of one book or story count as one page, whatever their id. */
const withId = /^\/(book|story)\/[^/]+$/;

/** The counted page that a path leads to. What stands behind a question mark may be personal. */
function pageOf(path: string): string {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  const page = plain.replace(withId, '/$1/:id');
  return counted.has(page) ? page : 'other';
}
