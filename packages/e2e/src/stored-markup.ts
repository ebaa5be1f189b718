import { randomUUID } from 'node:crypto';
import { Author } from './author.ts';
import { buyPlan } from './buy-plan.ts';
import { markup, shortMarkup } from './markup.ts';
import { type AdminSite, signInAdmin } from './sign-in-admin.ts';

/** An author on a monthly plan with markup in every text that a form accepts. */
export class StoredMarkup {
  readonly author: Author;
  /** The stored texts by the first word of each, which says where it was stored. */
  readonly texts = new Map<string, string>();
  bookId = '';
  chapterId = '';
  storyId = '';
  readonly #site: AdminSite;

  private constructor(site: AdminSite, author: Author) {
    this.#site = site;
    this.author = author;
  }

  static async create(site: AdminSite): Promise<StoredMarkup> {
    const account = { email: `${randomUUID()}@example.com`, password: 'violet-otter-9' };
    const stored = new StoredMarkup(site, new Author(site.url, account));
    await stored.#post('/api/auth/register', {
      ...account,
      firstName: stored.#line('Given'),
      lastName: stored.#line('Family'),
    });
    await buyPlan(stored.author, 'pro_monthly');
    await stored.#storeBook();
    await stored.#storeChapter();
    await stored.#storeStory();
    await stored.#storeRequests();
    return stored;
  }

  /** The whole text whose first word this is. */
  textOf(name: string): string {
    const text = this.texts.get(name);
    if (text === undefined) throw new Error(`No text begins with ${name}.`);
    return text;
  }

  async #storeBook(): Promise<void> {
    const { id } = await this.#post('/api/books', {
      title: this.#line('Book'),
      genre: 'mystery',
      subgenre: this.#line('Subgenre'),
      targetAudience: this.#line('Audience'),
      outline: this.#prose('Outline'),
      chapters: [
        {
          number: 1,
          title: this.#line('Chapter'),
          description: this.#prose('Plan'),
          keyPoints: [this.#prose('Point')],
        },
        { number: 2, title: this.#line('Second') },
        { number: 3, title: this.#line('Removed') },
      ],
    });
    this.bookId = String(id);
    await this.#put(`/api/books/${this.bookId}`, {
      authorName: this.#line('Writer'),
      penName: this.#line('Pen'),
      publishingHouse: this.#line('House'),
      synopsis: this.#prose('Synopsis'),
      introduction: this.#prose('Introduction'),
      dedication: this.#prose('Dedication'),
    });
    const gone = await this.#post('/api/books', { title: this.#line('Gone'), genre: 'mystery' });
    await this.#send('DELETE', `/api/books/${String(gone['id'])}`);
  }

  async #storeChapter(): Promise<void> {
    const chapters = await this.#send('GET', `/api/books/${this.bookId}/chapters`);
    this.chapterId = String(chapters[0].id);
    await this.#put(`/api/chapters/${this.chapterId}`, { content: this.#prose('Earlier') });
    await this.#post(`/api/chapters/${this.chapterId}/snapshots`, { name: this.#line('Version') });
    await this.#put(`/api/chapters/${this.chapterId}`, {
      content: this.#prose('Text'),
      beats: [{ id: 'beat', text: this.#prose('Beat'), words: 400 }],
    });
    await this.#send('DELETE', `/api/chapters/${String(chapters[2].id)}`);
  }

  async #storeStory(): Promise<void> {
    const { id } = await this.#post('/api/personal-stories', {
      title: this.#line('Story'),
      storyType: 'family-legacy',
      formData: {
        'Family Name': this.#prose('Name'),
        'Main Characters': this.#prose('Characters'),
        'Family History': this.#prose('Past'),
      },
    });
    this.storyId = String(id);
    await this.#put(`/api/personal-stories/${this.storyId}`, {
      content: this.#prose('Tale'),
      authorName: this.#line('Teller'),
      publishingHouse: this.#line('Press'),
      dedication: this.#prose('Thanks'),
      synopsis: this.#prose('Gist'),
      introduction: this.#prose('Opening'),
    });
    await this.#post(`/api/personal-stories/${this.storyId}/snapshots`, { name: this.#line('Draft') });
  }

  /** A review, a promo code, and requests to AI, which are kept with their results. */
  async #storeRequests(): Promise<void> {
    await this.#post('/api/reviews', {
      rating: 5,
      title: this.#line('Review'),
      content: this.#prose('Opinion'),
      bookTitle: this.#line('Work'),
    });
    await this.#post(
      '/api/admin/promo-codes',
      { code: 'MARKUP', description: this.#line('Benefit'), discountType: 'credits', discountValue: 1 },
      { 'x-admin-token': await signInAdmin(this.#site) },
    );
    await this.#post('/api/ai/generate-titles', { topic: this.#prose('Topic'), genre: 'mystery' });
    await this.#post('/api/ai/generate-outline', { title: this.#line('Idea'), genre: 'mystery' });
    await this.#post('/api/ai/writing-coach', {
      bookId: this.bookId,
      chapterNumber: 1,
      question: this.#line('Question'),
    });
  }

  #line(name: string): string {
    return this.#keep(name, `${name} ${shortMarkup}`);
  }

  #prose(name: string): string {
    return this.#keep(name, `${name} ${markup}`);
  }

  #keep(name: string, text: string): string {
    this.texts.set(name, text);
    return text;
  }

  async #post(route: string, body: unknown, headers: Record<string, string> = {}) {
    return await this.#send('POST', route, body, { 'idempotency-key': randomUUID(), ...headers });
  }

  async #put(route: string, body: unknown) {
    return await this.#send('PUT', route, body);
  }

  async #send(method: string, route: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await this.author.call(method, route, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
