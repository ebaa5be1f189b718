import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportOutlinePdf } from '@inkbear/contracts/export/export';
import { buildPath } from '@inkbear/contracts/route';
import { identityHeader } from '@inkbear/service-kit/identity';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';

describe('export queue while books does not respond', () => {
  let service: TestService;
  let books: Server;
  /** Requests that books has received. */
  const reads: IncomingMessage[] = [];
  beforeEach(async () => {
    reads.length = 0;
    books = createServer((req) => void reads.push(req)).listen(0, '127.0.0.1');
    await once(books, 'listening');
    service = await TestService.start(definition, {
      BOOKS_URL: `http://127.0.0.1:${(books.address() as AddressInfo).port}`,
      PRESS_PROCESSES: 2,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 8,
    });
  });
  afterEach(async () => {
    await service.stop();
    books.close().closeAllConnections();
  });
  const exportOutline = (signal: AbortSignal, as = testUser()) =>
    fetch(`${service.url}${buildPath(exportOutlinePdf, { id: 'b1' })}`, {
      method: 'POST',
      headers: { [identityHeader]: service.sign(as) },
      signal,
    });

  it('reads a book only when a process is free, and aborts the read when the client disconnects', async () => {
    const author = testUser();
    const clients = Array.from({ length: 6 }, () => new AbortController());
    const replies = clients.map(({ signal }) => exportOutline(signal, author));
    let refused = 0;
    for (const each of replies)
      each.then(
        () => (refused += 1),
        () => undefined,
      );
    await eventually(() => reads.length > 0 && refused === 3);
    // One export has a process, and two are queued, because a user may occupy a quarter of the queue.
    expect(reads.length).toBe(1);
    const startedAt = performance.now();
    const closed = once(reads[0] as IncomingMessage, 'close').catch(() => undefined);
    for (const client of clients) client.abort();
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect((await Promise.allSettled(replies)).map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
  });

  it('leaves a process to other users, however many documents one user exports', async () => {
    const client = new AbortController();
    const author = testUser();
    const exports = [exportOutline(client.signal, author), exportOutline(client.signal, author)];
    await eventually(() => reads.length > 0);
    await sleep(200);
    expect(reads).toHaveLength(1);
    exports.push(exportOutline(client.signal, testUser()));
    await eventually(() => reads.length === 2);
    client.abort();
    expect((await Promise.allSettled(exports)).map(({ status }) => status)).toEqual(exports.map(() => 'rejected'));
  });
});
