import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import type { SavePort } from '../../saving/save-port.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useDocument } from './hooks/use-document.ts';

const toasts = collectToasts();
let failure: Error | null;
let loads: number;
const port: SavePort = {
  load: () => {
    loads += 1;
    return failure === null ? Promise.resolve({ rev: 1, text: 'Once.' }) : Promise.reject(failure);
  },
  patch: () => Promise.resolve({ rev: 2 }),
  put: () => Promise.resolve({ rev: 2 }),
};
beforeEach(() => {
  [failure, loads] = [null, 0];
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

let count = 0;
const open = () => {
  const id = `chapter:${(count += 1)}`;
  return renderHook(() => useDocument('ada', id, port)).result;
};

describe('useDocument after a failed load', () => {
  it('opens when the network is back', async () => {
    failure = new TypeError('Failed to fetch');
    const result = open();
    await waitFor(() => expect(result.current.state).toBe('failed'));
    failure = null;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(result.current.state).toBe('failed');
    await waitFor(() => expect(result.current.state).toBe('open'));
  });

  it('retries with backoff while the browser is online', async () => {
    failure = new ApiError(503, 'busy');
    const result = open();
    await waitFor(() => expect(result.current.state).toBe('failed'));
    failure = null;
    await waitFor(() => expect(result.current.state).toBe('open'));
    expect(loads).toBe(2);
  });

  it('does not retry a refusal', async () => {
    failure = new ApiError(404, 'gone');
    const result = open();
    await waitFor(() => expect(result.current.state).toBe('failed'));
    act(() => void window.dispatchEvent(new Event('online')));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([loads, result.current.state]).toEqual([1, 'failed']);
    failure = null;
    act(() => {
      if (result.current.state === 'failed') result.current.retry();
    });
    await waitFor(() => expect(result.current.state).toBe('open'));
  });

  it('asks the author to sign in again when the session has ended, and does not retry', async () => {
    const stop = guardUnpersisted(() => true);
    failure = new ApiError(401, '');
    const result = open();
    await waitFor(() => expect(result.current.state).toBe('failed'));
    stop();
    expect([toasts.map(({ title }) => title), loads]).toEqual([['You are logged out'], 1]);
  });
});
