import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminSession } from '../../kit/session/admin-session.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import DirectUploadPage from '../../pages/direct-upload/direct-upload-page.tsx';
import LogoUploadPage from '../../pages/logo-upload/logo-upload-page.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
beforeEach(() => {
  URL.createObjectURL = () => 'blob:logo';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  api.restore();
});
const picture = new File(['picture'], 'bear.png', { type: 'image/png' });
const choose = (file: File) => userEvent.upload(screen.getByLabelText('Logo file'), file, { applyAccept: false });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Upload Logo' }));

it('previews an image, uploads it as the admin and clears the form after success', async () => {
  api = fakeApi({ 'POST /api/upload-logo': { body: { message: 'The logo is live.', url: '/x' } } });
  renderConsole(<LogoUploadPage />, '/logo-upload');
  await choose(picture);
  expect((await screen.findByAltText<HTMLImageElement>('Preview of the new logo')).src).toBe('blob:logo');
  await send();
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Success', description: 'The logo is live.' }));
  expect(api.requests[0]?.headers.get('x-admin-token')).toBe('abc');
  expect(((api.requests[0]?.body as FormData).get('logo') as File).name).toBe('bear.png');
  expect(screen.queryByAltText('Preview of the new logo')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Logo file').value).toBe('');
});

it('refuses files that are not images on the checked page', async () => {
  api = fakeApi({});
  renderConsole(<LogoUploadPage />, '/logo-upload');
  await choose(new File(['x'], 'x.html', { type: 'text/html' }));
  expect(toasts.at(-1)).toEqual({
    title: 'Invalid file type',
    description: 'Please select an image file.',
    tone: 'destructive',
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Logo' }).disabled).toBe(true);
});

it('shows file details and the refusal of the server on the direct page', async () => {
  api = fakeApi({
    'POST /api/direct-logo-upload': {
      status: 401,
      body: problemBody(401, 'auth.signed_out', 'Please log in as an admin.'),
    },
  });
  renderConsole(<DirectUploadPage />, '/direct-upload');
  act(() => adminSession.expire());
  await choose(new File(['x'], 'x.html', { type: 'text/html' }));
  await screen.findByText('x.html');
  expect(screen.getByText('1 byte')).toBeTruthy();
  expect(screen.getByText('text/html')).toBeTruthy();
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Upload failed Please log in as an admin.');
  expect(toasts).toEqual([{ title: 'Upload failed', description: 'Please log in as an admin.', tone: 'destructive' }]);
  expect(api.requests[0]?.headers.has('x-admin-token')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('x.html')).toBeNull();
});

it('reports a failed upload when the server does not answer', async () => {
  api = fakeApi({ 'POST /api/upload-logo': new TypeError('Failed to fetch') });
  renderConsole(<LogoUploadPage />, '/logo-upload');
  await choose(picture);
  await send();
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Upload failed', description: 'Upload failed', tone: 'destructive' }),
  );
  expect(screen.getByAltText('Preview of the new logo')).toBeTruthy();
});
