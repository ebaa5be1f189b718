import { describe, expect, it, jest } from '@jest/globals';
import { eventsOf, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  address,
  type Answers,
  requestsTo,
  isDisabled,
  cleanUpAfterEach,
  open,
  press,
  type,
  valueOf,
} from './testing/open-tools.tsx';

const toasts = collectToasts();
cleanUpAfterEach();
const at = '2026-11-20T10:00:00.000Z';
const titles = {
  titles: [
    { title: 'Low Water', subtitle: 'A Skye Mystery', reason: 'Names the place.' },
    { title: 'The Keeper', reason: 'Short.' },
  ],
  resultId: 'r1',
  limits: [],
};
const outline = {
  overview: 'A mystery.',
  targetAudience: 'Adults',
  chapters: [
    { number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida'] },
    { number: 2, title: 'Fog', description: '', keyPoints: [] },
  ],
  resultId: 'r2',
  limits: [],
};
const quiz = {
  recommendedGenre: 'historical_fiction',
  confidence: 0.85,
  explanation: 'You love the past.',
  alternativeGenres: ['memoir'],
  resultId: 'r3',
  limits: [],
};

describe('title generator', () => {
  const generate = 'POST /api/ai/generate-titles';
  it('requires a topic', async () => {
    open('/tools');
    await screen.findByText(/idea requests left/);
    expect(isDisabled('Generate titles')).toBe(true);
    type('What is your book about?', '   ');
    await press('Generate titles');
    expect(toasts.at(-1)).toMatchObject({
      title: 'Missing Topic',
      description: 'Please enter a book topic to generate titles',
    });
    expect(requestsTo(generate)).toEqual([]);
  });

  it('links from a title to its outline and book with the fields filled in', async () => {
    open('/tools', { [generate]: { body: titles } });
    type('What is your book about?', 'a keeper on Skye');
    fireEvent.change(screen.getByLabelText('Genre'), { target: { value: 'mystery' } });
    await press('Generate titles');
    expect((await screen.findByRole('link', { name: 'Start the book The Keeper' })).getAttribute('href')).toBe(
      '/tools?tool=new-book&title=The+Keeper&genre=mystery&outline=a+keeper+on+Skye',
    );
    expect(requestsTo(generate)[0]?.body).toEqual({ topic: 'a keeper on Skye', genre: 'mystery' });
    fireEvent.click(screen.getByRole('link', { name: 'Plan an outline for Low Water: A Skye Mystery' }));
    await waitFor(() =>
      expect([valueOf('Title'), valueOf('Genre'), valueOf('What is your book about? (optional)'), address()]).toEqual([
        'Low Water: A Skye Mystery',
        'mystery',
        'a keeper on Skye',
        '/tools?tool=outline-generator',
      ]),
    );
    fireEvent.click(screen.getByRole('tab', { name: /^Title generator/ }));
    expect((await screen.findAllByRole('heading', { level: 4 })).map(({ textContent }) => textContent)).toEqual([
      'Low Water',
      'The Keeper',
    ]);
  });

  it('shows titles as they arrive, and their links once all are there', async () => {
    const { events, send } = eventsOf();
    open('/tools', { [generate]: { events } });
    type('What is your book about?', 'a keeper on Skye');
    await press('Generate titles');
    await screen.findByText('Looking for titles…');
    send('partial', { value: { titles: titles.titles.slice(0, 1) } });
    await screen.findByRole('heading', { name: 'Low Water' });
    expect(screen.queryByRole('link', { name: /^Plan an outline/ })).toBeNull();
    send('done', titles);
    await screen.findByRole('link', { name: 'Plan an outline for The Keeper' });
    expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(2);
  });

  it('replaces the first titles by the refusal', async () => {
    const { events, send } = eventsOf();
    open('/tools', { [generate]: { events } });
    type('What is your book about?', 'bees');
    await press('Generate titles');
    send('partial', { value: { titles: titles.titles.slice(0, 1) } });
    await screen.findByRole('heading', { name: 'Low Water' });
    send('error', problemBody(502, 'ai.refused', 'The AI declined to write this.'));
    expect((await screen.findByRole('alert')).textContent).toBe('The AI declined to write this.');
    expect(screen.queryByRole('heading', { name: 'Low Water' })).toBeNull();
  });

  it('allows two retries for the same use', async () => {
    open('/tools', { [generate]: { body: titles } });
    type('What is your book about?', 'bees');
    await press('Generate titles');
    await press('Try again, free');
    await waitFor(() => expect(requestsTo(generate)).toHaveLength(2));
    await press('Try again, free');
    await waitFor(() => expect(requestsTo(generate)).toHaveLength(3));
    await screen.findByRole('heading', { name: '2 titles' });
    expect(requestsTo(generate).map(({ body }) => (body as { variantOf?: string }).variantOf)).toEqual([
      undefined,
      'r1',
      'r1',
    ]);
    expect(screen.queryByRole('button', { name: 'Try again, free' })).toBeNull();
  });

  it.each([
    [503, 'server.unavailable', 'A part is down.', 'Failed to generate titles. Please try again.'],
    [429, 'ai.limit_reached', 'You have used all 5 ideas.', 'You have used all 5 ideas.'],
    [502, 'ai.refused', 'The AI declined to write this.', 'The AI declined to write this.'],
  ])('shows the reason when it fails with %i', async (status, code, message, text) => {
    open('/tools', { [generate]: { status, body: problemBody(status, code, message) } });
    type('What is your book about?', 'bees');
    await press('Generate titles');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(toasts.at(-1)).toMatchObject({ title: 'Title Generation Failed', description: text, tone: 'destructive' });
    expect(valueOf('What is your book about?')).toBe('bees');
  });

  it('opens the sign-in page when the session has ended', async () => {
    open('/tools', {
      [generate]: { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') },
    });
    type('What is your book about?', 'bees');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'], advanceTimers: true });
    try {
      await press('Generate titles');
      await waitFor(() =>
        expect(toasts.at(-1)).toMatchObject({
          title: 'Unauthorized',
          description: 'You are logged out. Logging in again...',
        }),
      );
      jest.clearAllTimers();
    } finally {
      jest.useRealTimers();
    }
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the form when stopped', async () => {
    let release: (answer: { body: unknown }) => void = () => undefined;
    open('/tools', {
      [generate]: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    type('What is your book about?', 'bees');
    await press('Generate titles');
    await screen.findByText('Looking for titles…');
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    await press('Stop');
    await act(async () => {
      release({ body: titles });
      await Promise.resolve();
    });
    await waitFor(() => expect(screen.queryByText('Looking for titles…')).toBeNull());
    expect([leave(), valueOf('What is your book about?')]).toEqual([true, 'bees']);
  });

  it('moves the focus to the progress, after Stop back to the button, and to a result', async () => {
    const release: ((answer: { body: unknown }) => void)[] = [];
    open('/tools', { [generate]: () => new Promise((resolve) => release.push(resolve)) });
    type('What is your book about?', 'bees');
    const pressFocused = async (name: string) => {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name });
      await waitFor(() => expect(button.disabled).toBe(false));
      button.focus();
      fireEvent.click(button);
    };
    const focusedText = () => document.activeElement?.textContent;
    await pressFocused('Generate titles');
    await waitFor(() => expect(focusedText()).toContain('Looking for titles…'));
    await pressFocused('Stop');
    await waitFor(() => expect(focusedText()).toBe('Generate titles'));
    await pressFocused('Generate titles');
    await waitFor(() => expect(release).toHaveLength(2));
    release[1]?.({ body: titles });
    await waitFor(() => expect([focusedText(), document.activeElement?.tagName]).toEqual(['2 titles', 'H3']));
  });

  it('opens an earlier result with its request', async () => {
    const { resultId, limits, ...kept } = titles;
    open('/tools', {
      'GET /api/ai/results': {
        body: [
          {
            resultId,
            kind: 'titles',
            createdAt: at,
            text: JSON.stringify(kept),
            asked: { topic: 'a keeper', genre: 'mystery' },
          },
          { resultId: 'x', kind: 'titles', createdAt: at, text: 'not read any more' },
        ],
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^a keeper/ }));
    expect(
      (await screen.findByRole('link', { name: 'Plan an outline for The Keeper' })).getAttribute('href'),
    ).toContain('genre=mystery');
    expect([
      screen.getByText('Saved titles (1)'),
      limits,
      requestsTo('GET /api/ai/results')[0]?.query.get('kind'),
    ]).toEqual([expect.anything(), [], 'titles']);
  });
});

describe('saved results on several pages', () => {
  const { resultId: _id, limits: _limits, ...kept } = titles;
  /** Three pages; the newest has only a result that cannot be read. */
  const pageOf: Answers[string] = ({ query }) => {
    const page = Number(query.get('cursor') ?? 0);
    const text = page === 0 ? 'not read any more' : JSON.stringify(kept);
    return {
      body: [{ resultId: `r${page}`, kind: 'titles', createdAt: at, text, asked: { topic: `topic ${page}` } }],
      headers: page < 2 ? { Link: `</api/ai/results?kind=titles&cursor=${page + 1}>; rel="next"` } : {},
    };
  };
  const olderButton = () => screen.queryByRole('button', { name: 'Show older results', hidden: true });

  it('are listed page after page, until the oldest is shown', async () => {
    open('/tools', { 'GET /api/ai/results': pageOf });
    await screen.findByText('Saved titles (0+)');
    await press('Show older results');
    await screen.findByText('Saved titles (1+)');
    await press('Show older results');
    await screen.findByText('Saved titles (2)');
    expect([
      screen
        .getAllByRole('button', { name: /^topic/, hidden: true })
        .map(({ textContent }) => textContent?.slice(0, 7)),
      olderButton(),
      requestsTo('GET /api/ai/results').map(({ query }) => query.get('cursor')),
    ]).toEqual([['topic 1', 'topic 2'], null, [null, '1', '2']]);
  });

  it('say that older ones could not be loaded, and load them on the next click', async () => {
    let isDown = true;
    open('/tools', {
      'GET /api/ai/results': (request) =>
        isDown && request.query.has('cursor')
          ? { status: 400, body: problemBody(400, 'request.invalid', 'This page cannot be loaded.') }
          : pageOf(request),
    });
    await press('Show older results');
    await screen.findByText('The older ones could not be loaded. Please try again.');
    isDown = false;
    await press('Show older results');
    await screen.findByText('Saved titles (1+)');
    expect(screen.queryByText('The older ones could not be loaded. Please try again.')).toBeNull();
  });
});

describe('genre quiz', () => {
  const answer = async (...choices: string[]) => {
    for (const choice of choices) {
      fireEvent.click(await screen.findByLabelText(choice));
      fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    }
  };
  it('requires an answer for each step, keeps answers on Back, and shows the genre', async () => {
    open('/tools?tool=genre-quiz', { 'POST /api/ai/genre-quiz': { body: quiz } });
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(screen.getByRole('alert').textContent).toBe('Please choose at least one');
    await answer('History', 'Life itself');
    expect([screen.getByText('Step 3 of 4'), document.activeElement?.tagName]).toEqual([expect.anything(), 'LEGEND']);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText<HTMLInputElement>('Life itself').checked).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await answer('Win a prize');
    await press('See my genre');
    expect(toasts.at(-1)?.title).toBe('Incomplete Quiz');
    fireEvent.click(screen.getByLabelText(/^Regular/));
    await press('See my genre');
    await screen.findByRole('heading', { name: 'Historical Fiction' });
    expect(requestsTo('POST /api/ai/genre-quiz').map(({ body }) => body)).toEqual([
      { interests: ['History'], expertise: ['Life itself'], writingGoals: ['Win a prize'], timeCommitment: 'regular' },
    ]);
    expect([
      screen.getByText('85% match'),
      screen.getByRole('link', { name: 'Find titles for this genre' }).getAttribute('href'),
      screen.getByRole('link', { name: 'Memoir' }).getAttribute('href'),
    ]).toEqual([
      expect.anything(),
      '/tools?tool=title-generator&genre=historical-fiction',
      '/tools?tool=title-generator&genre=memoir',
    ]);
    await press('Take Quiz Again');
    expect([screen.getByText('Step 1 of 4'), screen.getByLabelText<HTMLInputElement>('History').checked]).toEqual([
      expect.anything(),
      false,
    ]);
  });

  it('moves the focus to the first question when an earlier result is closed', async () => {
    const { resultId, limits: _limits, ...kept } = quiz;
    const saved = { resultId, kind: 'quiz', createdAt: at, text: JSON.stringify(kept), asked: {} };
    open('/tools?tool=genre-quiz', { 'GET /api/ai/results': { body: [saved] } });
    fireEvent.click(await screen.findByRole('button', { name: /^Historical Fiction/ }));
    const again = await screen.findByRole('button', { name: 'Take Quiz Again' });
    again.focus();
    fireEvent.click(again);
    expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual([
      'LEGEND',
      expect.stringContaining('Step 1 of 4'),
    ]);
  });

  it('keeps the answers and shows an error on failure', async () => {
    open('/tools?tool=genre-quiz', {
      'POST /api/ai/genre-quiz': { status: 502, body: problemBody(502, 'ai.bad_reply', 'x') },
    });
    await answer('History', 'Life itself', 'Win a prize');
    fireEvent.click(screen.getByLabelText(/^Casual/));
    await press('See my genre');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to process quiz. Please try again.');
    expect(screen.getByLabelText<HTMLInputElement>(/^Casual/).checked).toBe(true);
  });
});

describe('outline generator', () => {
  const generate = 'POST /api/ai/generate-outline';
  it.each([
    ['9999', 'Minimum 10,000 words'],
    ['', 'Minimum 10,000 words'],
    ['200001', 'Maximum 200,000 words'],
  ])('refuses a length of %j', async (length, text) => {
    open('/tools?tool=outline-generator');
    await screen.findByLabelText('Length in words');
    expect(valueOf('Length in words')).toBe('50000');
    type('Length in words', length);
    await press('Generate outline');
    expect([
      screen.getByText('Title is required'),
      screen.getByText('Genre is required'),
      screen.getByText(text),
      requestsTo(generate),
    ]).toEqual([expect.anything(), expect.anything(), expect.anything(), []]);
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  });

  const plan = async (answers: Answers = {}) => {
    open('/tools?tool=outline-generator&title=Low+Water&genre=mystery', { [generate]: { body: outline }, ...answers });
    await waitFor(() => expect(valueOf('Title')).toBe('Low Water'));
    type('Length in words', '60000');
    await press('Generate outline');
    await screen.findByRole('button', { name: 'Create this book' });
  };

  it('creates a book with its chapters', async () => {
    await plan({ 'POST /api/books': { status: 201, body: { id: 'new', title: 'Low Water' } } });
    expect([toasts.at(-1)?.title, screen.getByText('Mystery · 60,000 words · 2 chapters')]).toEqual([
      'Outline Generated!',
      expect.anything(),
    ]);
    await press('Create this book');
    await screen.findByText('the book');
    expect(requestsTo('POST /api/books')[0]?.body).toMatchObject({
      title: 'Low Water',
      genre: 'mystery',
      wordCount: '60000',
      targetAudience: outline.targetAudience,
      chapters: [
        { number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida'], targetWordCount: 10_000 },
        { number: 2, title: 'Fog', description: '', keyPoints: [], targetWordCount: 10_000 },
      ],
    });
    expect((requestsTo('POST /api/books')[0]?.body as { outline: string }).outline).toContain('Chapter 1: The lamp');
  });

  it('keeps the outline and shows the reason when the book is refused', async () => {
    await plan({
      'POST /api/books': { status: 403, body: problemBody(403, 'books.allowance_used', 'The free plan has one book.') },
    });
    await press('Create this book');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Failed to create book: The free plan has one book.'));
    await screen.findByRole('button', { name: 'Create this book' });
    expect(screen.getByText('The lamp')).toBeDefined();
  });

  it('fills outline and chapters into the new book form', async () => {
    await plan({ 'POST /api/books': { status: 201, body: { id: 'new', title: 'Low Water' } } });
    await press('Edit it first');
    const form = await screen.findByRole('form', { name: 'New book' });
    expect([
      valueOf('Title'),
      valueOf('Length'),
      within(form).getByText('2 chapters are created with the book'),
    ]).toEqual(['Low Water', '60000', expect.anything()]);
    fireEvent.click(screen.getByRole('button', { name: 'Start with an empty Chapter 1 instead' }));
    await press('Create book');
    await screen.findByText('the book');
    expect(requestsTo('POST /api/books')[0]?.body).not.toHaveProperty('chapters');
  });

  it('shows an error on failure', async () => {
    open('/tools?tool=outline-generator&title=Low+Water&genre=mystery', {
      [generate]: { status: 504, body: problemBody(504, 'server.timeout', 'x') },
    });
    await waitFor(() => expect(valueOf('Title')).toBe('Low Water'));
    await press('Generate outline');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to generate outline. Please try again.');
  });
});
