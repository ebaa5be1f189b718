import { afterEach, describe, expect, it, jest } from '@jest/globals';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { BottomBar, BottomBarButton } from './bottom-bar.tsx';
import { type OpenManuscript, OpenManuscriptProvider } from './open-manuscript.ts';
import { lazyTool } from './tool.ts';

afterEach(cleanup);
const find = lazyTool(
  'search',
  { label: 'Find and replace', shortLabel: 'Find', icon: SearchOutlined },
  () => new Promise(() => undefined),
);

function show(layout: Partial<OpenManuscript['layout']>) {
  const openTool = jest.fn();
  const onChapters = jest.fn();
  const open = { layout: { hasBottomBar: true, openToolId: null, openTool, ...layout } } as unknown as OpenManuscript;
  render(
    <OpenManuscriptProvider value={open}>
      <BottomBar tools={[find]} menuItems={[{ key: 'save', label: 'Save now', onClick: () => undefined }]}>
        <BottomBarButton label="Book and chapters" text="Chapters" icon={SearchOutlined} onClick={onChapters} />
      </BottomBar>
    </OpenManuscriptProvider>,
  );
  return { openTool, onChapters };
}
const button = (name: string) => screen.getByRole('button', { name });

describe('the bottom bar', () => {
  it('opens the list of chapters, tools and the menu', async () => {
    const { openTool, onChapters } = show({});
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Chapters', 'Find', 'More']);
    fireEvent.click(button('Book and chapters'));
    fireEvent.click(button('Find and replace'));
    fireEvent.click(button('More'));
    expect(onChapters).toHaveBeenCalledTimes(1);
    expect(openTool.mock.calls).toEqual([['search']]);
    expect(await screen.findByRole('menuitem', { name: 'Save now' })).toBeDefined();
  });

  it('says which tool is open', () => {
    show({ openToolId: 'search' });
    expect(button('Find and replace').getAttribute('aria-pressed')).toBe('true');
  });

  it('does not exist where tools are beside the text, or only the text is shown', () => {
    show({ hasBottomBar: false });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
