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
    await this.#connection.collection<PageViews>('page_views').updateOne({ _id: `${day} ${withoutQuery(path)}` }, { $inc: { views: 1 } }, { upsert: true });
  }
}

/** What stands behind a question mark may be personal; ids become one page. */
const withoutQuery = (path: string): string => (path.split(/[?#]/)[0] ?? '/').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id').slice(0, 200);
