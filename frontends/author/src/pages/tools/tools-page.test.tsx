import { expect, describe, it } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  address,
  requestedRoutes,
  ideas,
  isDisabled,
  cleanUpAfterEach,
  open,
  type plans,
  type,
  valueOf,
  visitor,
} from './testing/open-tools.tsx';

const toasts = collectToasts();
cleanUpAfterEach();

describe('ToolsPage', () => {
  it('has six tabs with their ids in the URL, navigable with arrow keys', async () => {
    open('/tools');
    expect(screen.getAllByRole('tab').map((tab) => tab.querySelector('.label')?.textContent)).toEqual([
      'Title generator',
      'Genre quiz',
      'Plot Starter',
      'Outline generator',
      'New book',
      'Writers’ tips',
    ]);
    expect(screen.getByRole('tab', { selected: true }).id).toBe('tab-title-generator');
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'End' });
    await waitFor(() => expect(address()).toBe('/tools?tool=writers-tips'));
    expect(document.activeElement?.id).toBe('tab-writers-tips');
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowRight' });
    await waitFor(() => expect(address()).toBe('/tools?tool=title-generator'));
    fireEvent.click(screen.getByRole('tab', { name: /^Plot Starter/ }));
    await screen.findByRole('button', { name: 'Roll the dice' });
    expect(document.title).toBe('Plot Starter · Inkbear');
  });

  it('opens the first tool for an unknown id', () => {
    open('/tools?tool=nonsense');
    expect(screen.getByRole('heading', { name: 'Title generator' })).toBeDefined();
  });
});

describe('a visitor', () => {
  it.each([
    ['title-generator', 'Sign in to generate titles'],
    ['outline-generator', 'Sign in to generate outline'],
    ['new-book', 'Sign in to create it'],
  ])('is asked to sign in by %s, and returns to it afterwards', async (tool, name) => {
    open(`/tools?tool=${tool}`, visitor);
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
      `/auth?next=${encodeURIComponent(`/tools?tool=${tool}`)}`,
    );
    expect(requestedRoutes().filter((route) => /limits|results|allowance|plan-status/.test(route))).toEqual([]);
  });

  it('can answer the quiz and is then asked to sign in', async () => {
    open('/tools?tool=genre-quiz', visitor);
    for (const choice of ['History', 'Life itself', 'Win a prize']) {
      fireEvent.click(await screen.findByLabelText(choice));
      fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    }
    await screen.findByRole('link', { name: 'Sign in to see my genre' });
  });

  it('can search the tips', async () => {
    open('/tools?tool=writers-tips', visitor);
    const search = await screen.findByRole('searchbox');
    fireEvent.change(search, { target: { value: 'public lending' } });
    await screen.findByText('1 tip');
    fireEvent.change(search, { target: { value: 'xyzzy' } });
    await screen.findByText('No tip has all of these words.');
    fireEvent.click(screen.getByRole('button', { name: /^Show all 2\d\d$/ }));
    fireEvent.click(screen.getByLabelText('Characters'));
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1));
  });
});

describe('remaining uses', () => {
  it.each<[keyof typeof plans, number | null, RegExp]>([
    [
      'free',
      5,
      /^3 of 5 idea requests left this month\. Resets on 1 December\. Titles, quizzes and outlines share this limit\./,
    ],
    ['monthly', null, /^Fair use: no fixed number of idea requests\./],
    ['oneoff', null, /^Fair use: no fixed number of idea requests\./],
    [
      'lapsed',
      5,
      /^3 of 5 idea requests left .* Your one-off plan has ended, so titles, quizzes and outlines share one limit, as on the free plan\./,
    ],
  ])('are shown on the plan %s', async (plan, max, text) => {
    open('/tools', { 'GET /api/ai/limits': ideas(2, max) }, plan);
    await screen.findByText(text);
  });

  it('disables the button and mentions Pro when none remain', async () => {
    open('/tools', { 'GET /api/ai/limits': ideas(5, 5) });
    type('What is your book about?', 'bees');
    await screen.findByText(/^0 of 5 idea requests left/);
    expect([
      isDisabled('Generate titles'),
      screen.getByRole('link', { name: 'Pro has no fixed limit.' }).getAttribute('href'),
    ]).toEqual([true, '/pricing']);
  });

  it('allows a request when the plan cannot be loaded', async () => {
    open('/tools', { 'GET /api/user/plan-status': { status: 401, body: {} }, 'GET /api/ai/limits': ideas(2, 5) });
    type('What is your book about?', 'bees');
    await screen.findByText(/^3 of 5 idea requests left/);
    expect(isDisabled('Generate titles')).toBe(false);
  });

  it('shows that no AI model is connected', async () => {
    open('/tools', { 'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } } });
    await screen.findByText(/^No AI model is connected here/);
  });
});

describe('new book tool', () => {
  it('is filled in from the URL once and then keeps what was typed', async () => {
    const { again } = open('/tools?tool=new-book&title=Low+Water&genre=mystery&outline=It+rains.');
    await waitFor(() =>
      expect([valueOf('Title'), valueOf('Genre'), valueOf(/^Outline/), address()]).toEqual([
        'Low Water',
        'mystery',
        'It rains.',
        '/tools?tool=new-book',
      ]),
    );
    type('Title', 'High Water');
    again(address());
    await waitFor(() => expect(valueOf('Title')).toBe('High Water'));
  });

  it('ignores an unknown genre and offers to restore the replaced draft', async () => {
    const { again } = open('/tools?tool=new-book');
    await screen.findByRole('form', { name: 'New book' });
    type('Title', 'Mine');
    again('/tools?tool=new-book&title=Theirs&genre=%3Cscript%3E');
    await waitFor(() => expect([valueOf('Title'), valueOf('Genre')]).toEqual(['Theirs', '']));
    expect(toasts.at(-1)?.title).toBe('The form was filled in for you');
    act(() => toasts.at(-1)?.action?.run());
    await waitFor(() => expect(valueOf('Title')).toBe('Mine'));
  });
});
