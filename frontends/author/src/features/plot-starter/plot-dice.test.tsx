import { plotStarters } from '@inkbear/contracts/craft/plot-starter';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PlotDice } from './components/plot-dice.tsx';
import { plotSentence } from './roll.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  cleanup();
  jest.useRealTimers();
  await discardAfterSignOut();
});
const open = () =>
  render(
    <MemoryRouter>
      <PlotDice
        random={() => 0}
        toolLinks={{
          titles: (plot) => `/titles/${plot.genre}`,
          book: (plot) => `/book/${encodeURIComponent(plotSentence(plot))}`,
        }}
      />
    </MemoryRouter>,
  );
const rollFor = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('rolls for one second, keeps held dice, and links to the next tools with the plot', () => {
  open();
  expect(screen.getAllByText('?')).toHaveLength(4);
  press('Roll the dice');
  rollFor(999);
  expect([screen.getByRole('button', { name: 'Rolling…' }), screen.queryByRole('link')]).toEqual([
    expect.anything(),
    null,
  ]);
  rollFor(1);
  expect(screen.getByRole('link', { name: 'Find titles for this plot' }).getAttribute('href')).toBe(
    `/titles/${plotStarters.genres[0]}`,
  );
  press('Keep the character');
  press('Roll again');
  rollFor(1000);
  expect([
    screen.getByText(plotStarters.characters[0] as string),
    screen.getByText(plotStarters.conflicts[1] as string),
  ]).toHaveLength(2);
  for (const part of ['genre', 'setting', 'conflict']) press(`Keep the ${part}`);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Roll again' }).disabled).toBe(true);
  cleanup();
  open();
  expect(screen.getByText(plotStarters.conflicts[1] as string)).toBeDefined();
});
