import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { styleDefaults, styleLimits, type StyleSheet } from '@inkbear/contracts/books/style-sheet';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StylePanel } from './style-panel.tsx';
import { readStyle, styleFormValuesOf } from './style-form-values.ts';

const get = 'GET /api/books/b1/style';
const put = 'PUT /api/books/b1/style';
const entry = (id: string, name: string, kind: BibleEntry['kind'] = 'character') => ({ id, name, kind }) as BibleEntry;
const entries = [entry('e1', 'Mara Venn'), entry('e2', 'Tom Hale'), entry('e3', 'Harrow', 'place')];
const nothing = { pov: null, povEntryId: null, tense: null, dialect: null, dialogueMarks: null };
const sheet: StyleSheet = {
  rev: 3,
  ...styleDefaults,
  tense: 'past',
  avoid: ['suddenly', 'very'],
  detected: { ...nothing, pov: 'third', povEntryId: 'e1', tense: 'past', dialogueMarks: 'double' },
};

let api: ReturnType<typeof fakeApi>;
let answers: Parameters<typeof fakeApi>[0];
beforeEach(() => {
  localStorage.clear();
  answers = {};
});
afterEach(() => {
  cleanup();
  api.restore();
});

function show() {
  api = fakeApi(answers);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StylePanel bookId="b1" entries={entries} />
    </QueryClientProvider>,
  );
}
function open(stored: StyleSheet = sheet) {
  answers[get] = { body: stored };
  answers[put] = ({ body }) => ({ body: { ...stored, ...(body as object), rev: 4 } });
  show();
  return screen.findByRole('form', { name: 'Style sheet' });
}
const field = (label: string) => screen.getByLabelText<HTMLSelectElement | HTMLTextAreaElement>(label);
const change = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const saves = () => api.requests.filter(({ route }) => route === put);
const firstChoice = (label: string) => field(label).querySelector('option')?.textContent;

describe('the style sheet', () => {
  it('shows detected conventions for unset fields', async () => {
    await open();
    expect(
      ['Point of view', 'Point-of-view character', 'Tense', 'Spelling', 'Dialogue marks'].map((label) => [
        field(label).value,
        firstChoice(label),
      ]),
    ).toEqual([
      ['', 'As in the text: Third person'],
      ['', 'As in the text: Mara Venn'],
      ['past', 'As in the text: Past'],
      ['', 'As in the text'],
      ['', 'As in the text: “Double marks”'],
    ]);
    expect(field('Words to avoid').value).toBe('suddenly\nvery');
  });

  it('saves itself with the revision that was read, and with one word on each line', async () => {
    await open();
    change('Point-of-view character', 'e2');
    change('Words to avoid', 'suddenly\n\n very \nall of a sudden');
    await waitFor(() => expect(saves()).toHaveLength(1));
    const [save] = saves();
    expect(save?.headers.get('If-Match')).toBe('"3"');
    expect(save?.body).toEqual({
      ...styleDefaults,
      povEntryId: 'e2',
      tense: 'past',
      avoid: ['suddenly', 'very', 'all of a sudden'],
    });
    await screen.findByText('Saved');
    expect(field('Words to avoid').value).toBe('suddenly\n\n very \nall of a sudden');
  });

  it('does not suggest the detected character when another point of view is chosen', async () => {
    await open();
    change('Point of view', 'first');
    expect(firstChoice('Point-of-view character')).toBe('As in the text');
  });

  it('offers only characters, and the chosen entry even if it was deleted', async () => {
    await open({ ...sheet, povEntryId: 'e9' });
    const options = within(field('Point-of-view character')).getAllByRole('option');
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Mara Venn',
      'Tom Hale',
      'A deleted entry',
    ]);
  });

  it('is not saved while a line is too long, and says which', async () => {
    await open();
    change('Words to avoid', `short\n\n${'x'.repeat(styleLimits.phrase + 1)}`);
    await screen.findByText('Line 3 is too long. Please use at most 60 characters');
    change('Words to avoid', 'short');
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.body).toMatchObject({ avoid: ['short'] });
  });

  it('offers the next passage once one is filled', async () => {
    await open();
    expect(screen.queryByLabelText('Second passage')).toBeNull();
    change('First passage', 'It rained.');
    change('Second passage', 'It rained on.');
    await waitFor(() => expect(saves().at(-1)?.body).toMatchObject({ voiceSamples: ['It rained.', 'It rained on.'] }));
    expect(field('Third passage').value).toBe('');
  });

  it('shows both versions of a setting that was changed somewhere else', async () => {
    await open();
    answers[put] = { status: 412, body: problemBody(412, 'books.stale_revision', 'Changed elsewhere.') };
    answers[get] = { body: { ...sheet, rev: 9, tense: 'present' } };
    change('Tense', '');
    const conflict = await screen.findByRole('region', { name: 'Tense, changed elsewhere' });
    expect(conflict.textContent).toContain('Present');
    fireEvent.click(within(conflict).getByRole('button', { name: 'Use the saved version: Tense' }));
    expect(field('Tense').value).toBe('present');
  });

  it('can be loaded again after a failure', async () => {
    answers[get] = { status: 500, body: problemBody(500, 'server.failed', 'Sorry.') };
    show();
    await screen.findByText('The style sheet could not be loaded.');
    answers[get] = { body: sheet };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('form', { name: 'Style sheet' });
  });
});

describe('the values of the form', () => {
  it('give the same settings again when they are saved unchanged', () => {
    const settings = {
      ...styleDefaults,
      pov: 'first' as const,
      dialect: 'us' as const,
      avoid: ['a', 'b'],
      notes: 'Dry.\n',
      voiceSamples: ['One.', 'Two.'],
    };
    expect(readStyle(styleFormValuesOf(settings)).settings).toEqual(settings);
  });

  it('name the passage that is too long, also when one before it is empty', () => {
    const values = { ...styleFormValuesOf(styleDefaults), voice2: 'x'.repeat(styleLimits.voiceSample + 1) };
    expect(readStyle(values)).toEqual({ settings: null, errors: { voice2: 'Please use at most 2000 characters' } });
  });
});
