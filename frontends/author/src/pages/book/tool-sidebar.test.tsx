import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type OpenManuscript, OpenManuscriptProvider } from '../../manuscript/open-manuscript.ts';
import type { ToolId } from '../../manuscript/tool.ts';
import { ToolSidebar } from '../../manuscript/tool-sidebar.tsx';
import { type OpenChapter, OpenChapterProvider } from './open-chapter.ts';
import { chapterTools } from './tool-list.ts';

afterEach(cleanup);

const client = createQueryClient();
const openChapter = {
  book: { id: 'b', genre: 'mystery', penName: '' },
  current: { id: 'c' },
} as unknown as OpenChapter;
const sidebar = (isNarrow: boolean, openToolId: ToolId | null = 'names') => (
  <QueryClientProvider client={client}>
    <OpenManuscriptProvider value={{ layout: { isNarrow, openToolId }, canEdit: true } as OpenManuscript}>
      <OpenChapterProvider value={openChapter}>
        <ToolSidebar tools={chapterTools} />
      </OpenChapterProvider>
    </OpenManuscriptProvider>
  </QueryClientProvider>
);
const namesIn = async (place: HTMLElement) =>
  (await within(place).findAllByRole('button', { name: /^Copy / })).map((button) => button.getAttribute('aria-label'));

it('keeps the state of a tool when the window becomes narrow and wide again', async () => {
  const { rerender } = render(sidebar(false));
  fireEvent.click(await screen.findByRole('button', { name: 'Suggest six names' }));
  const names = await namesIn(document.body);
  rerender(sidebar(true));
  expect(await namesIn(await screen.findByRole('dialog'))).toEqual(names);
  rerender(sidebar(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await namesIn(screen.getByRole('region', { name: 'Names' }))).toEqual(names);
  rerender(sidebar(false, null));
  expect(screen.queryByRole('button', { name: 'Suggest six names' })).toBeNull();
  rerender(sidebar(false));
  await screen.findByRole('button', { name: 'Suggest six names' });
});
