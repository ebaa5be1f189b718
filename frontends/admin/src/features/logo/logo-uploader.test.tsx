import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminSession } from '../../kit/session/admin-session.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import DirectUploadPage from '../../app/routes/direct-upload.tsx';
import LogoUploadPage from '../../app/routes/logo-upload.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = toastsOfEachTest();
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

it('previews a picture, sends it as the admin, and is empty after success', async () => {
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

it('the first page refuses what is no picture before it is sent', async () => {
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

it('the direct page tells of the file and leaves the checks to the server, whose refusal stays on the page', async () => {
  api = fakeApi({
    'POST /api/direct-logo-upload': {
      status: 401,
      body: problemBody(401, 'auth.signed_out', 'Please log in as an admin.'),
    },
  });
  renderConsole(<DirectUploadPage />, '/direct-upload');
  act(() => adminSession.end());
  await choose(new File(['x'], 'x.html', { type: 'text/html' }));
  await screen.findByText('x.html');
  expect(screen.getByText('1 KB')).toBeTruthy();
  expect(screen.getByText('text/html')).toBeTruthy();
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Upload failed Please log in as an admin.');
  expect(toasts).toEqual([{ title: 'Upload failed', description: 'Please log in as an admin.', tone: 'destructive' }]);
  expect(api.requests[0]?.headers.has('x-admin-token')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('x.html')).toBeNull();
});

it('says Upload failed when nobody answers', async () => {
  api = fakeApi({ 'POST /api/upload-logo': new TypeError('Failed to fetch') });
  renderConsole(<LogoUploadPage />, '/logo-upload');
  await choose(picture);
  await send();
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Upload failed', description: 'Upload failed', tone: 'destructive' }),
  );
  expect(screen.getByAltText('Preview of the new logo')).toBeTruthy();
});
