import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { onToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { SaveQueue } from '../saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../saving/testing/fake-document.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import { openProseEditor } from '../features/writing/prose-editor.ts';
import { createToolMemory, type Tool } from './tool.ts';
import { useManuscriptEditor } from './use-manuscript-editor.ts';

const tools = [{ id: 'history' }, { id: 'search' }] as unknown as readonly Tool[];
const toolMemory = createToolMemory('test-tool', tools, null);
const ask = jest.fn();
const proposalControl = { proposal: null, ask } as unknown as ProposalControl;
const setFocusMode = jest.fn();
let isNarrowWindow = false;
let server: FakeDocument;
let queue: SaveQueue;
let ids = 0;
beforeEach(() => {
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  localStorage.clear();
  isNarrowWindow = false;
  window.matchMedia = () =>
    ({
      matches: isNarrowWindow,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  jest.clearAllMocks();
  server = new FakeDocument('Once.');
  queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
});

const client = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const open = ({ isNarrow = false, canEdit = true } = {}) => {
  isNarrowWindow = isNarrow;
  return renderHook(
    () =>
      useManuscriptEditor({
        ...{ queue, proposalControl, toolMemory, canEdit },
        manuscript: { kind: 'chapter', id: 'c' },
        title: 'One',
        language: 'EN',
        userId: 'ada',
        saveNow: () => undefined,
        focusMode: { isFocusMode: false, setFocusMode },
      }),
    { wrapper },
  ).result;
};

describe('useManuscriptEditor', () => {
  it('forbids editing without edit rights and while a save conflict is open', async () => {
    expect(open({ canEdit: false }).current.canEdit).toBe(false);
    const editor = open();
    expect(editor.current.canEdit).toBe(true);
    act(() => queue.edit(ChangeSet.of({ from: 0, to: 4, insert: 'Twice' }, 5)));
    server.write('Thrice.');
    await act(() => queue.flush());
    expect([queue.view().phase, editor.current.canEdit]).toEqual(['conflict', false]);
    act(() => queue.resolve('mine'));
    expect(editor.current.canEdit).toBe(true);
  });

  it('reopens the last tool of a wide window, and neither opens nor remembers one in a narrow window', () => {
    const wide = open();
    act(() => wide.current.layout.openTool('history'));
    expect([wide.current.layout.openToolId, setFocusMode.mock.calls]).toEqual(['history', [[false]]]);
    const narrow = open({ isNarrow: true });
    expect(narrow.current.layout.openToolId).toBeNull();
    act(() => narrow.current.layout.openTool('search'));
    expect(narrow.current.layout.openToolId).toBe('search');
    expect(open().current.layout.openToolId).toBe('history');
  });

  it('shows the text before it asks AI', () => {
    const editor = open({ isNarrow: true });
    act(() => {
      editor.current.layout.openTool('history');
      editor.current.layout.setReadMode(true);
    });
    const request = { kind: 'polish', option: null, description: 'Polish.', passage: null, content: 'Once.' } as const;
    act(() => editor.current.askAi(request));
    expect([editor.current.layout.openToolId, editor.current.layout.isReadMode, ask.mock.calls]).toEqual([
      null,
      false,
      [[request]],
    ]);
  });

  it('improves the typography of the text as one change, which the toast reports and can undo', () => {
    const editor = open();
    const prose = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
    act(() => editor.current.setEditor(prose));
    const toasts: Toast[] = [];
    const stop = onToast((toast) => toasts.push(toast));
    act(() => void prose.apply([{ from: 0, to: 5, insert: '"Once"--he said...  "Twice."' }]));
    act(() => editor.current.improveTypography());
    expect(prose.text()).toBe('“Once”–he said… “Twice.”');
    expect(toasts.at(-1)?.description).toBe('Changed: 4 quotation marks, 1 dash, 1 ellipsis, 1 repeated space.');
    act(() => toasts.at(-1)?.action?.run());
    expect(prose.text()).toBe('"Once"--he said...  "Twice."');
    act(() => void prose.apply([{ from: 0, to: prose.text().length, insert: 'Once.' }]));
    act(() => editor.current.improveTypography());
    expect([toasts.at(-1)?.title, prose.text()]).toEqual(['Nothing to change', 'Once.']);
    stop();
    prose.destroy();
  });

  it('remembers on this device whether typed quotes become curly', () => {
    const editor = open();
    expect(editor.current.layout.isAutoTypographyOn).toBe(true);
    act(() => editor.current.layout.setAutoTypography(false));
    expect([editor.current.layout.isAutoTypographyOn, open().current.layout.isAutoTypographyOn]).toEqual([
      false,
      false,
    ]);
  });
});
