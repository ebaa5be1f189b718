import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd/admin';
import { adminSession } from '../session/admin-session.ts';
import { AdminForm } from './admin-form.tsx';

interface Values {
  text: string;
  secret: string;
}
afterEach(cleanup);
const sent: Values[] = [];
const NotesForm = ({ name }: { name: string }) => (
  <AdminForm<Values>
    label="Notes"
    initialValues={{ text: '', secret: '' }}
    draft={{ name, secrets: ['secret'] }}
    onSubmit={(values, { onSuccess }) => {
      sent.push(values);
      onSuccess();
    }}
    action="Send"
    busy="Sending…"
  >
    <Form.Item name="text" label="Text">
      <Input />
    </Form.Item>
    <Form.Item name="secret" label="Secret">
      <Input />
    </Form.Item>
  </AdminForm>
);
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const begin = () => act(() => adminSession.begin({ token: 'abc', expiresAt: null }));

it('keeps unsent values of each form separately when the session expires', async () => {
  begin();
  const { unmount } = render(<NotesForm name="one" />);
  await userEvent.type(screen.getByLabelText('Text'), 'half a name');
  await userEvent.type(screen.getByLabelText('Secret'), 'password');
  act(() => adminSession.expire());
  unmount();
  begin();
  render(<NotesForm name="one" />);
  expect([valueOf('Text'), valueOf('Secret')]).toEqual(['half a name', '']);
  cleanup();
  render(<NotesForm name="two" />);
  expect(valueOf('Text')).toBe('');
});

it('removes unsent values at logout', async () => {
  begin();
  const { unmount } = render(<NotesForm name="three" />);
  await userEvent.type(screen.getByLabelText('Text'), 'a secret');
  act(() => adminSession.logOut());
  unmount();
  render(<NotesForm name="three" />);
  expect(valueOf('Text')).toBe('');
});

it('clears the fields and the draft when the values were accepted', async () => {
  begin();
  const { unmount } = render(<NotesForm name="four" />);
  await userEvent.type(screen.getByLabelText('Text'), 'done');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(valueOf('Text')).toBe(''));
  expect(sent).toEqual([{ text: 'done', secret: '' }]);
  unmount();
  render(<NotesForm name="four" />);
  expect(valueOf('Text')).toBe('');
});

it('moves the focus from the disabled button to the first field after a success, and back to it after an error', () => {
  begin();
  const form = (isPending: boolean, error: Error | null = null) => (
    <AdminForm<Values>
      label="Notes"
      initialValues={{ text: '', secret: '' }}
      mutation={{ isPending, error, reset: () => undefined }}
      onSubmit={() => undefined}
      action="Send"
      busy="Sending…"
    >
      <Form.Item name="text" label="Text">
        <Input />
      </Form.Item>
    </AdminForm>
  );
  const { rerender } = render(form(false));
  const send = (error: Error | null) => {
    // Browsers take the focus from a disabled button, jsdom does not.
    screen.getByRole('button', { name: 'Send' }).blur();
    rerender(form(true));
    rerender(form(false, error));
  };
  send(new Error('refused'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }));
  send(null);
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
});
