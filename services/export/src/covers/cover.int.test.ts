import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bookRemoved } from '@inkbear/contracts/events';
import {
  type Cover,
  coverLimits,
  deleteCover,
  getCover,
  getCoverGuide,
  getCoverImage,
} from '@inkbear/contracts/export/cover';
import { identityHeader } from '@inkbear/service-kit/identity';
import { OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { type Author, TestExport } from '../testing/test-export.ts';
import type { ImageTask } from './image.process.ts';

const red = { r: 255, g: 0, b: 0 };
const picture = (width = 700, height = 1100) => sharp({ create: { width, height, channels: 3, background: red } });

/** A JPEG padded to any length: bytes after its end are ignored. */
const ofLength = async (bytes: number) =>
  Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(bytes)]).subarray(0, bytes);

describe('the cover of a book', () => {
  let test: TestExport;
  let author: Author;
  beforeAll(async () => (test = await TestExport.start()));
  afterAll(async () => await test.stop());
  beforeEach(async () => (author = await test.createAuthor({})));

  async function upload(bytes: Buffer | null, { as = author, field = 'cover', bookId = 'b1' } = {}) {
    const form = new FormData();
    if (bytes) form.set(field, new File([new Uint8Array(bytes)], 'cover.png'));
    const response = await fetch(`${test.service.url}/api/books/${bookId}/cover`, {
      method: 'PUT',
      body: form,
      headers: { [identityHeader]: test.service.sign(as) },
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as Record<string, unknown>,
    };
  }
  const problemOf = async (bytes: Buffer | null, options = {}) => {
    const { status, body } = await upload(bytes, options);
    return [status, body['code']];
  };
  const load = async ({ url }: Pick<Cover, 'url'>, as = author) => {
    const response = await fetch(`${test.service.url}${url}`, { headers: { [identityHeader]: test.service.sign(as) } });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const storedCovers = async () =>
    await test.rows('files.files').countDocuments({ 'metadata.userId': author.userId, 'metadata.kind': 'cover' });

  it.each(['png', 'jpeg'] as const)('is re-encoded from a %s without metadata, and served', async (format) => {
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'made by somebody', ImageDescription: 'at home' } })
      .toFormat(format)
      .toBuffer();
    const { status, body } = await upload(bytes);
    expect([status, body['width'], body['height']]).toEqual([200, 700, 1100]);
    const stored = await test.service.call(getCover, { as: author, params: { id: 'b1' } });
    expect(stored.body).toEqual(body);
    const { response, bytes: image } = await load(body as unknown as Cover);
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/jpeg', 'nosniff']);
    expect(image.toString('latin1')).not.toMatch(/somebody|at home|Exif/i);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 700, height: 1100 });
  });

  it('is turned upright, and has no transparent parts', async () => {
    const turned = await picture(1100, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await upload(turned)).body).toMatchObject({ width: 700, height: 1100 });
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const transparent = sharp({ create: { width: 700, height: 1100, channels: 4, background: clear } });
    const { body } = await upload(await transparent.png().toBuffer());
    const [r] = await sharp((await load(body as unknown as Cover)).bytes)
      .raw()
      .toBuffer();
    expect(r).toBeGreaterThan(250);
  });

  it('has at least 625 × 1,000 pixels, at most 10,000 a side and 6 MB', async () => {
    expect([
      await problemOf(await picture(624, 1000).png().toBuffer()),
      await problemOf(await picture(625, 999).png().toBuffer()),
      (await upload(await picture(625, 1000).png().toBuffer())).status,
      await problemOf(await picture(700, 10_001).png().toBuffer()),
      await problemOf(await picture(9000, 9000).png().toBuffer()),
      (await upload(await ofLength(coverLimits.bytes))).status,
      await problemOf(await ofLength(coverLimits.bytes + 1)),
    ]).toEqual([
      [400, 'export.cover_too_small'],
      [400, 'export.cover_too_small'],
      200,
      [413, 'export.cover_too_large'],
      [413, 'export.cover_too_large'],
      200,
      [413, 'export.cover_too_large'],
    ]);
  });

  it('is refused when its image needs more memory than a process has', async () => {
    const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValueOnce(new OutOfMemoryError('heap'));
    expect(await problemOf(await picture().jpeg().toBuffer())).toEqual([413, 'export.cover_too_large']);
    run.mockRestore();
  });

  it('is refused when it is no JPEG or PNG, whatever its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="1100"><rect width="9" height="9"/></svg>';
    const wrong = [
      Buffer.from('plain text'),
      Buffer.from(svg),
      Buffer.alloc(0),
      await picture().webp().toBuffer(),
      await picture().gif().toBuffer(),
      await picture().tiff().toBuffer(),
      (await picture().png().toBuffer()).subarray(0, 200),
    ];
    for (const bytes of wrong)
      expect([bytes.subarray(0, 12).toString('latin1'), await problemOf(bytes)]).toEqual([
        bytes.subarray(0, 12).toString('latin1'),
        [415, 'export.cover_not_image'],
      ]);
    expect(await storedCovers()).toBe(0);
  });

  it('is refused when the form has none, and is visible to its author only', async () => {
    const bytes = await picture().jpeg().toBuffer();
    expect([
      await problemOf(null),
      await problemOf(bytes, { field: 'picture' }),
      await problemOf(bytes, { bookId: 'foreign' }),
      // Longer than an id may be: refused before another service is asked.
      await problemOf(bytes, { bookId: 'b'.repeat(65) }),
    ]).toEqual([
      [400, 'export.cover_missing'],
      [400, 'export.cover_missing'],
      [404, 'books.not_found'],
      [400, 'request.invalid'],
    ]);
    test.owners.set('b1', author.userId);
    const { body } = await upload(bytes);
    const stranger = await test.createAuthor();
    const call: (typeof test.service)['call'] = (route, input) => test.service.call(route, { as: stranger, ...input });
    const replies = [
      await call(getCover, { params: { id: 'b1' } }),
      await call(getCoverImage, { params: { id: 'b1' } }),
      await call(deleteCover, { params: { id: 'b1' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await load(body as unknown as Cover, stranger)).response.status).toBe(404);
    expect(await problemOf(bytes, { as: stranger })).toEqual([404, 'books.not_found']);
    expect((await load(body as unknown as Cover)).response.status).toBe(200);
    test.owners.clear();
  });

  it('is replaced by the next one, and deleted on request and with its book', async () => {
    const bytes = await picture().jpeg().toBuffer();
    const [first, second] = [await upload(bytes), await upload(bytes)];
    expect(first.body['url']).not.toBe(second.body['url']);
    await test.service.runJob('delete-unreferenced-files');
    expect([await storedCovers(), (await load(second.body as unknown as Cover)).response.status]).toEqual([1, 200]);
    const remove = () => test.service.call(deleteCover, { as: author, params: { id: 'b1' } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    const missing = await test.service.call(getCover, { as: author, params: { id: 'b1' } });
    expect(missing.body['code']).toBe('export.cover_not_found');
    await upload(bytes);
    await test.service.deliver(bookRemoved, 'b1', { bookId: 'b1', userId: author.userId, stage: 'purged' });
    await test.service.runJob('delete-unreferenced-files');
    expect([await storedCovers(), await test.rows('covers').countDocuments({ userId: author.userId })]).toEqual([0, 0]);
  });

  it('is re-encoded for another author while one author uploads covers without a pause', async () => {
    const large = await picture(5000, 8000).jpeg().toBuffer();
    const flood = Array.from({ length: 6 }, () => upload(large));
    await Promise.race(flood);
    const other = await test.createAuthor({});
    expect((await upload(await picture().jpeg().toBuffer(), { as: other })).status).toBe(200);
    const answers = await Promise.all(flood);
    const busy = answers.filter(({ status }) => status === 503);
    // One is processed, and two wait.
    expect([answers.filter(({ status }) => status === 200).length, busy.length]).toEqual([3, 3]);
    for (const { body, retryAfter } of busy) expect([body['code'], retryAfter]).toEqual(['export.busy', '3']);
  });

  it('counts against the storage of the plan', async () => {
    const full = { _id: `big-${author.userId}`, length: 2 ** 31, metadata: { userId: author.userId } };
    await test.rows('files.files').insertOne(full);
    expect(await problemOf(await picture().jpeg().toBuffer())).toEqual([403, 'export.quota_used']);
  });

  const guide = async (format?: 'pdf' | 'svg' | 'png', as = author) => {
    const query = `?pages=300${format ? `&format=${format}` : ''}`;
    const response = await fetch(`${test.service.url}/api/books/b1/cover-guide${query}`, {
      headers: { [identityHeader]: test.service.sign(as) },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('is processed one at a time, and so are guides in PNG', async () => {
    const run = ProcessPool.prototype.run;
    let running = 0;
    let maxRunning = 0;
    const mocked = jest.spyOn(ProcessPool.prototype, 'run').mockImplementation(async function (
      this: ProcessPool<unknown, unknown>,
      ...[task, options]
    ) {
      const runTask = async () => await (Reflect.apply(run, this, [task, options]) as Promise<unknown>);
      if (!['cover', 'guide'].includes((task as ImageTask).kind)) return await runTask();
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await sleep(300);
      return await runTask().finally(() => (running -= 1));
    });
    const bytes = await picture().jpeg().toBuffer();
    const others = [await test.createAuthor({}), await test.createAuthor({})];
    const images = [upload(bytes), ...others.map((as) => guide('png', as))];
    const statuses = (await Promise.all(images)).map((each) =>
      'response' in each ? each.response.status : each.status,
    );
    mocked.mockRestore();
    expect([statuses, maxRunning]).toEqual([[200, 200, 200], 1]);
  });

  it('has a guide for the printed book, as PDF, SVG or PNG', async () => {
    const [standard, svg, png] = [await guide(), await guide('svg'), await guide('png')];
    expect([standard, svg, png].map(({ response }) => [response.status, response.headers.get('content-type')])).toEqual(
      [
        [200, 'application/pdf'],
        [200, 'image/svg+xml'],
        [200, 'image/png'],
      ],
    );
    expect([standard.bytes.subarray(0, 5).toString(), svg.bytes.subarray(0, 4).toString()]).toEqual(['%PDF-', '<svg']);
    expect(svg.response.headers.get('content-disposition')).toContain('filename="Winter- -1- - cover guide.svg"');
    // 6 × 9 in twice, the spine of 300 cream pages (0.75 in) and 0.125 in of bleed on each side.
    expect(await sharp(png.bytes).metadata()).toMatchObject({ width: 3900, height: 2775 });
    const invalid = await test.service.call(getCoverGuide, { as: author, params: { id: 'b1' }, query: { pages: 10 } });
    const foreign = { as: author, params: { id: 'foreign' }, query: { pages: 300 } };
    expect([invalid.status, (await test.service.call(getCoverGuide, foreign)).body['code']]).toEqual([
      400,
      'books.not_found',
    ]);
  });

  it('is in the e-book, which is made again after the cover has changed', async () => {
    const pro = await test.createAuthor();
    const createEpub = async () => {
      const { body } = await test.create(pro, ['epub']);
      const edition = await test.waitUntilFinished(pro, body['id'] as string);
      const newest = edition.files.at(-1)?.id ?? '';
      const names = Object.keys(unzipSync((await test.download(pro, edition.id, newest)).bytes));
      return { edition, hasCover: names.some((name) => name.endsWith('cover.jpg')) };
    };
    const before = await createEpub();
    await upload(await picture().jpeg().toBuffer(), { as: pro });
    const after = await createEpub();
    expect([before.hasCover, after.hasCover, after.edition.id === before.edition.id]).toEqual([false, true, true]);
    expect([after.edition.files.length, (await createEpub()).edition.files.length]).toEqual([2, 2]);
  });
});
