import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { AuthForm } from './components/auth-form.tsx';
import type { AuthMode } from './form.ts';

afterEach(cleanup);

const open = (mode: AuthMode): HTMLInputElement => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AuthForm mode={mode} referralCode="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByLabelText<HTMLInputElement>('Password');
};

describe.each([
  ['sign-in', 'current-password'],
  ['create', 'new-password'],
] as const)('the password field of the form “%s”', (mode, autocomplete) => {
  it('hides what is typed', () => {
    expect(open(mode).type).toBe('password');
  });

  it('accepts pasted text, and is known to password managers', async () => {
    const field = open(mode);
    await userEvent.click(field);
    await userEvent.paste('violet otter 9 ü');
    expect([field.value, field.autocomplete]).toEqual(['violet otter 9 ü', autocomplete]);
  });
});
