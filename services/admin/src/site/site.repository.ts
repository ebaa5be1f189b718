import type { Clock } from '@inkbear/service-kit/clock';
import type { Connection } from 'mongoose';

interface Logo {
  _id: string;
  url: string;
  isActive: boolean;
}
interface PageViews {
  _id: string;
  views: number;
}

/** The logo that visitors see, and how often each page was opened on a day; no visitor is remembered. */
export class Site {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async findLogo(): Promise<{ url: string | null; isActive: boolean }> {
    const logo = await this.#connection.collection<Logo>('site_logos').findOne({ isActive: true });
    return logo ? { url: logo.url, isActive: true } : { url: null, isActive: false };
  }

  async countPageView(path: string): Promise<void> {
    const day = this.#clock.now().toISOString().slice(0, 10);
    await this.#connection.collection<PageViews>('page_views').updateOne({ _id: `${day} ${withoutQuery(path)}` }, { $inc: { views: 1 } }, { upsert: true });
  }
}

/** What stands behind a question mark may be personal; ids become one page. */
const withoutQuery = (path: string): string => (path.split(/[?#]/)[0] ?? '/').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ':id').slice(0, 200);
