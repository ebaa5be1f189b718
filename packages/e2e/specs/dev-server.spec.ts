import { describe, expect, it } from '@jest/globals';
import { TestApp } from '../src/test-app.ts';

describe('npm run dev', () => {
  const app = TestApp.own({ dev: true, seed: false });

  it('serves the pages at the usual address and connects them to hot reload', async () => {
    const { page, problems } = await app.openPage();
    const isConnected = new Promise<void>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (JSON.parse(String(payload)).type === 'ok') resolve();
        }),
      );
    });
    await page.goto('/', { timeout: 60_000 });
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
    await isConnected;
    expect(problems).toEqual([]);
  });
});
