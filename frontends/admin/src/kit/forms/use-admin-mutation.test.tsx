import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderConsole } from '../testing/render-console.tsx';
import { useAdminMutation } from './use-admin-mutation.ts';

const toasts = collectToasts();
afterEach(cleanup);

function Buttons({ send }: { send: (id: string) => Promise<string> }) {
  const action = useAdminMutation({
    send,
    successToast: (reply) => ({ title: reply }),
    failedText: 'Nothing happened',
    staleKeys: () => [],
  });
  return (
    <>
      {['a', 'b'].map((id) => (
        <button key={id} type="button" onClick={() => action.mutate(id)}>
          {id}
        </button>
      ))}
    </>
  );
}

it('sends a double click once, other inputs concurrently, and the same input again afterwards', async () => {
  const sent: string[] = [];
  const gates: (() => void)[] = [];
  renderConsole(
    <Buttons
      send={(id) => {
        sent.push(id);
        return new Promise((resolve) => {
          gates.push(() => resolve(`done ${id}`));
        });
      }}
    />,
  );
  const [a, b] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  act(() => {
    a.click();
    a.click();
    b.click();
  });
  await waitFor(() => expect(sent).toEqual(['a', 'b']));
  fireEvent.click(a);
  act(() => gates.forEach((open) => open()));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['done a', 'done b']));
  fireEvent.click(a);
  await waitFor(() => expect(sent).toEqual(['a', 'b', 'a']));
});

it('can be sent again after a failure', async () => {
  let tries = 0;
  renderConsole(
    <Buttons
      send={() => {
        tries += 1;
        return Promise.reject(new TypeError('Failed to fetch'));
      }}
    />,
  );
  fireEvent.click(screen.getByText('a'));
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('Nothing happened'));
  fireEvent.click(screen.getByText('a'));
  await waitFor(() => expect(tries).toBe(2));
});

describe('reads that the admin service updates by event', () => {
  const rows = jest.fn<() => string[]>();
  function RenameButton({ isProjected }: { isProjected: () => Promise<boolean> }) {
    const { data = [] } = useQuery({ queryKey: ['api', 'admin', 'rows'], queryFn: () => rows() });
    const rename = useAdminMutation({
      send: () => Promise.resolve('renamed'),
      successToast: (reply) => ({ title: reply }),
      failedText: '',
      staleKeys: () => [['api', 'admin', 'rows']],
      isProjected,
    });
    return (
      <button type="button" onClick={() => rename.mutate()}>
        {data.join()}
      </button>
    );
  }
  beforeEach(() => {
    jest.useFakeTimers();
    rows.mockReset().mockReturnValue(['old']);
  });
  afterEach(() => void jest.useRealTimers());
  const advance = (ms: number) => act(async () => await jest.advanceTimersByTimeAsync(ms));
  const rename = async () => {
    await advance(0);
    fireEvent.click(screen.getByRole('button', { name: 'old' }));
    await advance(0);
  };

  it('are refetched when the change has arrived there, and not again', async () => {
    const isProjected = jest
      .fn<() => Promise<boolean>>()
      .mockResolvedValueOnce(false)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(true);
    renderConsole(<RenameButton isProjected={isProjected} />);
    await rename();
    expect(rows).toHaveBeenCalledTimes(2);
    rows.mockReturnValue(['new']);
    await advance(499);
    expect(rows).toHaveBeenCalledTimes(2);
    await advance(10);
    expect(screen.getByRole('button', { name: 'new' })).toBeDefined();
    await advance(60_000);
    expect([rows.mock.calls.length, isProjected.mock.calls.length]).toEqual([3, 3]);
  });

  it('are refetched a last time after five seconds without the change', async () => {
    const isProjected = jest.fn(() => Promise.resolve(false));
    renderConsole(<RenameButton isProjected={isProjected} />);
    await rename();
    await advance(60_000);
    expect([rows.mock.calls.length, isProjected.mock.calls.length]).toEqual([3, 20]);
  });

  it('are not waited for once no screen shows them', async () => {
    const isProjected = jest.fn(() => Promise.resolve(false));
    renderConsole(<RenameButton isProjected={isProjected} />);
    await rename();
    cleanup();
    await advance(60_000);
    expect(isProjected).toHaveBeenCalledTimes(1);
  });
});
