import BulbOutlined from '@ant-design/icons-svg/es/asn/BulbOutlined';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type OpenManuscript, OpenManuscriptProvider } from './open-manuscript.ts';
import type { Tool } from './tool.ts';
import { ToolSidebar } from './tool-sidebar.tsx';

const labels = ['AI tools', 'Outline', 'Grammar and style', 'Find and replace', 'History', 'Craft'];
const tools = labels.map((label, at) => ({
  ...{ id: `tool-${at}`, label, icon: BulbOutlined, Panel: () => <p>Opened</p> },
  shortLabel: label.split(' ')[0],
})) as unknown as readonly Tool[];
const openTool = jest.fn();
const show = (openToolId: string | null = null) =>
  render(
    <OpenManuscriptProvider value={{ layout: { isNarrow: false, openToolId, openTool } } as unknown as OpenManuscript}>
      <ToolSidebar tools={tools} />
    </OpenManuscriptProvider>,
  );
beforeEach(() => {
  localStorage.clear();
  openTool.mockClear();
});
afterEach(cleanup);

const strip = () => within(screen.getByRole('complementary', { name: 'Tools' }));
const shownNames = () =>
  ['AI', 'Outline', 'Grammar', 'Find', 'History', 'Craft'].filter((name) => strip().queryByText(name));

describe('the tool sidebar', () => {
  it('has a button for each tool, and shows the names of the first four', () => {
    show();
    for (const label of labels) expect(strip().getByRole('button', { name: label })).toBeTruthy();
    expect(shownNames()).toEqual(['AI', 'Outline', 'Grammar', 'Find']);
  });

  it('shows all names on request, and remembers it on this device', () => {
    show();
    fireEvent.click(strip().getByRole('button', { name: 'Show names of tools' }));
    expect(shownNames()).toHaveLength(6);
    cleanup();
    show();
    expect(shownNames()).toHaveLength(6);
    fireEvent.click(strip().getByRole('button', { name: 'Hide names of tools' }));
    expect(shownNames()).toHaveLength(4);
  });

  it('opens a tool, and closes the one that is open', () => {
    show('tool-1');
    fireEvent.click(strip().getByRole('button', { name: 'AI tools' }));
    const open = strip().getByRole('button', { name: 'Outline' });
    expect(open.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(open);
    expect(openTool.mock.calls).toEqual([['tool-0'], [null]]);
  });
});
