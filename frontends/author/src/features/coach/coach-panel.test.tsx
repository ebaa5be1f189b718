import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { CoachPanel } from './components/coach-panel.tsx';

const toasts = collectToasts();
const resetsAt = '2026-12-01T00:00:00.000Z';
const answer = {
  feedback: 'A calm start.',
  strengths: ['The lamp'],
  improvements: ['One long sentence'],
  suggestions: ['Read it aloud'],
  resultId: 'r1',
  limits: [],
};
let api: ReturnType<typeof fakeApi>;
const saveFirst = jest.fn(() => Promise.resolve(true));
const context = { exclude: ['synopsis'], pin: [] };
const saveChoice = jest.fn(() => Promise.resolve(context));
beforeEach(() => {
  saveFirst.mockClear();
  saveChoice.mockClear();
});
afterEach(() => {
  cleanup();
  api.restore();
  return discardAfterSignOut();
});

function open(answers: Parameters<typeof fakeApi>[0] = {}, remaining = 3, isActive = true) {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan: isActive ? 'pro_monthly' : 'free', isActive, planEndDate: null } },
    'GET /api/user/coaching-status': { body: { remaining, resetsAt } },
    'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } },
    'GET /api/ai/results': {
      body: [
        {
          resultId: 'r0',
          kind: 'coach',
          createdAt: '2026-11-20T10:00:00.000Z',
          text: JSON.stringify({ ...answer, feedback: 'From before.' }),
        },
      ],
    },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CoachPanel
          book={{ id: 'b', genre: 'mystery' }}
          chapter={{ id: 'c', chapterNumber: 2 }}
          saveChoice={saveChoice}
          saveFirst={saveFirst}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your question');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Ask the coach' });
const ask = async () => {
  await userEvent.type(await field(), 'Is it slow?');
  fireEvent.click(submit());
};

describe('CoachPanel', () => {
  it('keeps an unsent question when the panel closes', async () => {
    open();
    await userEvent.type(await field(), 'Is it slow?');
    cleanup();
    open();
    expect((await field()).value).toBe('Is it slow?');
  });

  it('clears an answered question, even if the panel was closed, but not the next question', async () => {
    let finish = () => {};
    const answers = {
      'POST /api/ai/writing-coach': () =>
        new Promise<object>((resolve) => {
          finish = () => resolve({ body: answer });
        }),
    };
    open(answers);
    await ask();
    await waitFor(() => expect(api.requests.some(({ route }) => route === 'POST /api/ai/writing-coach')).toBe(true));
    cleanup();
    finish();
    open(answers);
    await waitFor(async () => expect((await field()).value).toBe(''));
    await ask();
    await waitFor(() => expect(api.requests.some(({ route }) => route === 'POST /api/ai/writing-coach')).toBe(true));
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    fireEvent.change(await field(), { target: { value: 'And the end?' } });
    finish();
    await screen.findByText('A calm start.');
    expect([(await field()).value, leave()]).toEqual(['And the end?', true]);
  });

  it('counts down from 250 characters and refuses a blank question', async () => {
    open();
    await field();
    expect([screen.getByLabelText('250 characters left').textContent, submit().disabled]).toEqual(['250', true]);
    await userEvent.type(await field(), 'Slow?');
    expect([screen.getByLabelText('245 characters left').textContent, submit().disabled]).toEqual(['245', false]);
    await userEvent.clear(await field());
    fireEvent.submit(screen.getByRole('form'));
    expect(toasts[0]).toMatchObject({
      title: 'Question Required',
      description: 'Please enter a specific question about your writing.',
    });
    expect(screen.getByText('3 questions left this month. Resets on 1 December.')).toBeDefined();
  });

  it('saves the text and the choice of what AI sees, and shows the reply in four parts', async () => {
    open({ 'POST /api/ai/writing-coach': { body: answer } });
    await ask();
    await screen.findByText('A calm start.');
    for (const text of [
      'Feedback',
      'Strengths',
      'The lamp',
      'Improvements',
      'One long sentence',
      'Suggestions',
      'Read it aloud',
      'Offline, not an AI model',
    ])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect([saveChoice.mock.calls.length, saveFirst.mock.calls.length]).toEqual([1, 1]);
    expect(api.requests.find(({ route }) => route === 'POST /api/ai/writing-coach')?.body).toEqual({
      bookId: 'b',
      chapterNumber: 2,
      question: 'Is it slow?',
      genre: 'mystery',
      context,
    });
  });

  it('asks nothing when the choice of what AI sees could not be saved', async () => {
    saveChoice.mockRejectedValueOnce(new UnsavedChoiceError());
    open({ 'POST /api/ai/writing-coach': { body: answer } });
    await ask();
    const description = 'Your choice of what AI sees could not be saved, so nothing was sent. Please try again.';
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Coaching Error', description }));
    expect(screen.getByText(description)).toBeDefined();
    expect(api.requests.some(({ route }) => route === 'POST /api/ai/writing-coach')).toBe(false);
  });

  it('shows an error instead of asking about an unsaved chapter', async () => {
    saveFirst.mockResolvedValueOnce(false);
    open({ 'POST /api/ai/writing-coach': { body: answer } });
    await ask();
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'Coaching Error',
        description: expect.stringContaining('Your chapter is not saved yet'),
      }),
    );
    expect([(await field()).value, api.requests.some(({ route }) => route === 'POST /api/ai/writing-coach')]).toEqual([
      'Is it slow?',
      false,
    ]);
  });

  it('cannot be sent twice while a request runs', async () => {
    let finish = () => {};
    open({
      'POST /api/ai/writing-coach': () =>
        new Promise((resolve) => {
          finish = () => resolve({ body: answer });
        }),
    });
    await ask();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reading your chapter…' }).disabled).toBe(true),
    );
    finish();
    await screen.findByText('A calm start.');
  });

  it.each([
    [
      429,
      'ai.limit_reached',
      'You have asked all 5.',
      "You've reached your monthly AI coaching limit. Try our smart tips instead!",
    ],
    [429, 'ai.fair_use', 'Today’s fair-use limit is reached.', 'Today’s fair-use limit is reached.'],
    [
      429,
      'ai.any',
      'You have used all 5 questions of your monthly coaching limit.',
      "You've reached your monthly AI coaching limit. Try our smart tips instead!",
    ],
    [502, 'ai.refused', 'The AI declined to write this.', 'The AI declined to write this.'],
    [502, 'ai.provider_failed', 'The AI did not answer.', 'AI coaching is temporarily unavailable.'],
  ])('shows a %i %s with “%s” as “%s”', async (status, code, message, expected) => {
    open({ 'POST /api/ai/writing-coach': { status, body: problemBody(status, code, message) } });
    await ask();
    await waitFor(() => expect(toasts.at(-1)?.description).toBe(expected));
    expect((await field()).value).toBe('Is it slow?');
  });

  it('shows an error and a retry when the plan fails to load', async () => {
    let isDown = true;
    const signedOut = { status: 401, body: problemBody(401, 'auth.bad_credentials', '') };
    const pro = { body: { plan: 'pro_monthly', isActive: true, planEndDate: null } };
    open({ 'GET /api/user/plan-status': () => (isDown ? signedOut : pro) });
    await screen.findByText(/Your plan could not be loaded/);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Your question');
  });

  it('shows the used-up limit with a link to the plans', async () => {
    open({}, 0);
    await screen.findByText('Monthly Coaching Limit Reached');
    expect(screen.getByRole('link', { name: /Upgrade/ }).getAttribute('href')).toBe('/pricing');
    fireEvent.change(await field(), { target: { value: 'Slow?' } });
    expect(submit().disabled).toBe(true);
  });

  it('explains to a free author that Pro is required', async () => {
    open({}, 0, false);
    await screen.findByText(/The writing coach requires a Pro subscription\./);
    expect(screen.queryByLabelText('Your question')).toBeNull();
  });

  it('shows earlier replies', async () => {
    open();
    await screen.findByText('Saved answers (1)');
    expect(screen.getByText('From before.')).toBeDefined();
    expect(api.requests.find(({ route }) => route === 'GET /api/ai/results')?.query.toString()).toBe(
      'chapterId=c&kind=coach',
    );
  });
});
