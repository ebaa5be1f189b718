import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import type { PreviewInput, PreviewReply, PreviewRequest } from './messages.ts';
import { openPreview, PreviewError, type PreviewWorker } from './open-preview.ts';

/** A worker whose replies the test sends. */
class FakeWorker extends EventTarget {
  readonly requests: PreviewRequest[] = [];
  isTerminated = false;
  postMessage(request: PreviewRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  reply(data: PreviewReply): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

const input = { design: designDefaults, chapterIds: [] } as unknown as PreviewInput;
const measures = { pageCount: 24, charactersPerLine: 60, insideIn: 0.8 };
const realWorker = globalThis.Worker;
let worker: FakeWorker;
let preview: PreviewWorker;
beforeEach(() => {
  worker = new FakeWorker();
  Object.assign(globalThis, {
    Worker: function create() {
      return worker;
    },
  });
  preview = openPreview();
});
afterEach(() => {
  globalThis.Worker = realWorker;
});

describe('the preview of a page', () => {
  it('gives each reply to the request that it answers, whatever their order', async () => {
    const reports: number[][] = [];
    const laidOut = preview.layOut(input, (...progress) => reports.push(progress));
    const measured = preview.measure(input);
    const [first, second] = worker.requests.map((request) => ('id' in request ? request.id : 0));
    worker.reply({ kind: 'measured', id: second ?? 0, measures });
    worker.reply({ kind: 'progress', id: first ?? 0, done: 7, total: 32 });
    const layout = { ...measures, width: 1, height: 2, pages: [], findings: [] };
    worker.reply({ kind: 'laid-out', id: first ?? 0, layout });
    expect([await measured, await laidOut, reports]).toEqual([measures, layout, [[7, 32]]]);
  });

  it('rejects with the reason of the worker', async () => {
    const laidOut = preview.layOut(input, () => undefined);
    worker.reply({ kind: 'failed', id: 1, reason: 'unsupported-script', message: 'No.' });
    await expect(laidOut).rejects.toEqual(new PreviewError('unsupported-script', 'No.'));
    await expect(laidOut).rejects.toMatchObject({ reason: 'unsupported-script' });
  });

  it('rejects everything when the worker fails or is closed', async () => {
    const drawn = preview.draw(0, 1);
    worker.fail('out of memory');
    await expect(drawn).rejects.toMatchObject({ reason: 'error', message: 'out of memory' });
    const measured = preview.measure(input);
    preview.close();
    await expect(measured).rejects.toMatchObject({ reason: 'error' });
    expect(worker.isTerminated).toBe(true);
  });
});
