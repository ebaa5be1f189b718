import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminSession } from '../session/admin-session.ts';
import { useKeptState } from './use-kept-state.ts';

afterEach(cleanup);
function Form({ name }: { name: string }) {
  const [text, setText] = useKeptState(name, '');
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
}
const shown = () => screen.getByLabelText<HTMLInputElement>('Text').value;
const begin = () => act(() => adminSession.begin({ token: 'abc', until: null }));

it('keeps what was typed when the session ends under the form, for this form alone', async () => {
  begin();
  const { unmount } = render(<Form name="one" />);
  await userEvent.type(screen.getByLabelText('Text'), 'half a name');
  act(() => adminSession.end());
  unmount();
  begin();
  render(<Form name="one" />);
  expect(shown()).toBe('half a name');
  cleanup();
  render(<Form name="two" />);
  expect(shown()).toBe('');
});

it('forgets it at logout', async () => {
  begin();
  const { unmount } = render(<Form name="three" />);
  await userEvent.type(screen.getByLabelText('Text'), 'a secret');
  act(() => adminSession.leave());
  unmount();
  render(<Form name="three" />);
  expect(shown()).toBe('');
});
