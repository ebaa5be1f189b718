import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { type UrlParams, useUrlParams } from './use-url-params.ts';

let url = '';
let urlParams: UrlParams;
let back = (): void => undefined;
afterEach(cleanup);

function Probe() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  url = pathname + search;
  urlParams = useUrlParams();
  back = () => void navigate(-1);
  return null;
}
const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Probe />
    </MemoryRouter>,
  );

it('keeps the first of two updates that come before the page is rendered again', async () => {
  open('/admin?tab=overview');
  const { update } = urlParams;
  await act(async () => {
    update({ as: 'table' });
    update({ figure: 'users' });
  });
  expect(url).toBe('/admin?tab=overview&as=table&figure=users');
});

it('starts from the address that Back has returned to', async () => {
  open('/admin?tab=overview');
  await act(async () => urlParams.update({ figure: 'users' }));
  await act(async () => back());
  await act(async () => urlParams.update({ as: 'table' }));
  expect(url).toBe('/admin?tab=overview&as=table');
});
