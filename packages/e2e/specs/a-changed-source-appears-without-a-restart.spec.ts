import { describe, expect, it } from '@jest/globals';
import { Visit } from '../src/visit.ts';

describe('the development start', () => {
  const visit = Visit.ownHouse({ dev: true, seed: false });

  it('shows the pages at the same address, and they hear of changes', async () => {
    const { page, problems } = await visit.openPage();
    const heard = new Promise<void>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (JSON.parse(String(payload)).type === 'ok') resolve();
        }),
      );
    });
    await page.goto('/', { timeout: 60_000 });
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor({ timeout: 60_000 });
    await heard;
    expect(problems).toEqual([]);
  }, 120_000);
});
