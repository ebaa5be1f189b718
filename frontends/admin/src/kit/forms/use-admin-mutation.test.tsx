import { afterEach, expect, it } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
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
