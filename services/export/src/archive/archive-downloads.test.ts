import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { ArchiveDownloads } from './archive-downloads.ts';

/** Starts a download that has sent this many bytes. */
function startDownload(downloads: ArchiveDownloads, bytesWritten: number) {
  const socket = { bytesWritten: 0 };
  const state = { isCutOff: false };
  const res = Object.assign(new EventEmitter(), {
    socket,
    setTimeout: () => undefined,
    destroy: () => {
      state.isCutOff = true;
      res.emit('close');
    },
  });
  downloads.track({} as Request, res as unknown as Response, () => undefined);
  socket.bytesWritten = bytesWritten;
  return state;
}

const create = (stallMs: number, slowBytesPerSecond = 1e12) =>
  new ArchiveDownloads({ stallMs, deadlineMs: 60_000, slowBytesPerSecond, logger: { warn: () => undefined } as never });

describe('running archive downloads', () => {
  it('are disconnected one by one, the slowest first', async () => {
    const downloads = create(1);
    const [slow, slower, fast] = [5000, 1000, 90_000].map((bytes) => startDownload(downloads, bytes));
    await setTimeout(5);
    expect([downloads.disconnectSlowest(), slow?.isCutOff, slower?.isCutOff]).toEqual([true, false, true]);
    expect([downloads.disconnectSlowest(), slow?.isCutOff, fast?.isCutOff]).toEqual([true, true, false]);
  });

  it('are left alone while they are fast, or have just begun', async () => {
    const withFastOne = create(1, 1);
    startDownload(withFastOne, 1_000_000);
    await setTimeout(5);
    expect(withFastOne.disconnectSlowest()).toBe(false);
    const withNewOne = create(60_000);
    startDownload(withNewOne, 0);
    expect(withNewOne.disconnectSlowest()).toBe(false);
  });
});
