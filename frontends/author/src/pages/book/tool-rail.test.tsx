import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ToolContext } from './tool-context.ts';
import { tools } from './tool-list.ts';
import { type ToolId } from './tool-id.ts';
import { ToolRail } from '../../manuscript/tool-rail.tsx';

afterEach(cleanup);
beforeEach(() => {
  window.matchMedia = () =>
    ({ matches: false, addListener: () => undefined, removeListener: () => undefined }) as unknown as MediaQueryList;
});

const client = createQueryClient();
const rail = (isNarrow: boolean, tool: ToolId | null = 'names') => (
  <QueryClientProvider client={client}>
    <ToolRail
      tools={tools}
      open={tool}
      isNarrow={isNarrow}
      onOpen={() => undefined}
      context={
        {
          book: { id: 'b', genre: 'mystery', penName: '', canEdit: true },
          current: { id: 'c' },
        } as unknown as ToolContext
      }
    />
  </QueryClientProvider>
);
const namesIn = async (place: HTMLElement) =>
  (await within(place).findAllByRole('button', { name: /^Copy / })).map((button) => button.getAttribute('aria-label'));

it('keeps the state of a tool when the window becomes narrow and wide again', async () => {
  const { rerender } = render(rail(false));
  fireEvent.click(await screen.findByRole('button', { name: 'Draw six names' }));
  const names = await namesIn(document.body);
  rerender(rail(true));
  expect(await namesIn(await screen.findByRole('dialog'))).toEqual(names);
  rerender(rail(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await namesIn(screen.getByRole('region', { name: 'Names' }))).toEqual(names);
  rerender(rail(false, null));
  expect(screen.queryByRole('button', { name: 'Draw six names' })).toBeNull();
  rerender(rail(false));
  await screen.findByRole('button', { name: 'Draw six names' });
});
