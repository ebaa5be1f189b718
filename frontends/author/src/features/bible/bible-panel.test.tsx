import { afterEach, describe, expect, it } from '@jest/globals';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { attributeName } from '@inkbear/contracts/bible/names';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { attributeOptions, matchesSearch, toAliases, validityText } from './bible-text.ts';
import { BiblePanel } from './components/bible-panel.tsx';
import { openEntry } from './open-entry.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(async () => {
  cleanup();
  await discardAfterSignOut();
  openEntry('b1', null);
  api.restore();
});
const toasts = collectToasts();

const chapters = [1, 2].map((chapterNumber) => ({ id: `c${chapterNumber}`, chapterNumber, title: 'A' }) as ChapterItem);
const mara: BibleEntryDetails = {
  id: 'e1',
  bookId: 'b1',
  kind: 'character',
  name: 'Mara Venn',
  aliases: ['Venn'],
  summary: 'A smith.',
  notes: 'Her secret.',
  tracked: true,
  caseSensitive: false,
  inPrompt: 'auto',
  status: 'accepted',
  source: 'author',
  rev: 3,
  facts: [],
  relations: [],
};
const fact: BibleEntryDetails['facts'][number] = {
  id: 'f1',
  entryId: 'e1',
  attribute: 'eyes',
  value: 'grey',
  since: null,
  until: null,
  modality: 'narrated',
  knownBy: null,
  evidence: [],
  status: 'accepted',
  source: 'author',
};
const { facts: _facts, relations: _relations, ...listed } = mara;
const harrow = { ...listed, id: 'e2', kind: 'place' as const, name: 'Harrow', aliases: [], summary: '' };
const lives = {
  id: 'r1',
  fromId: 'e1',
  toId: 'e2',
  type: 'lives in',
  since: null,
  until: null,
  evidence: [],
  status: 'accepted' as const,
  source: 'author' as const,
};
const list = 'GET /api/books/b1/bible/entries';
const one = `${list}/e1`;

function open(answers: Parameters<typeof fakeApi>[0], canEdit = true) {
  api = fakeApi({ [list]: { body: [harrow, listed] }, [one]: { body: { ...mara, facts: [fact] } }, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BiblePanel {...{ bookId: 'b1', language: 'EN', chapters, currentId: 'c2', canEdit, onGo: () => undefined }} />
    </QueryClientProvider>,
  );
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = (method: string) => api.requests.filter(({ route }) => route.startsWith(method));

describe('the story bible', () => {
  it('lists entries and finds them by name and alias', async () => {
    open({});
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'HarrowPlace',
      'Mara VennCharacter · VennA smith.',
    ]);
    fireEvent.change(screen.getByLabelText('Find an entry'), { target: { value: 'ven' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Find an entry'), { target: { value: 'x' } });
    expect(screen.getByText('No entry has this name.')).toBeDefined();
  });

  it('adds an entry, opens it and offers to undo that', async () => {
    open({
      'POST /api/books/b1/bible/entries': { status: 201, body: { ...mara, decisionId: 'd1' } },
      'POST /api/books/b1/bible/decisions/d1/undo': { body: { decisionId: 'd2', done: ['e1'], skipped: [] } },
    });
    await screen.findByLabelText('Name');
    type('Name', 'Mara Venn');
    await press('Add entry');
    expect(await screen.findByRole('form', { name: 'Mara Venn' })).toBeDefined();
    expect(sent('POST')[0]?.body).toEqual({ kind: 'character', name: 'Mara Venn' });
    expect(toasts[0]).toMatchObject({ title: 'Entry added', action: { label: 'Undo' } });
    toasts[0]?.action?.run();
    await waitFor(() => expect(sent('POST')).toHaveLength(2));
  });

  it('says when something could not be undone, because it was changed since', async () => {
    open({
      'DELETE /api/books/b1/bible/entries/e1': { body: { decisionId: 'd1' } },
      'POST /api/books/b1/bible/decisions/d1/undo': { body: { decisionId: 'd2', done: [], skipped: ['e1'] } },
    });
    await press(/Mara Venn/);
    await press('Delete entry');
    expect(await screen.findByLabelText('Find an entry')).toBeDefined();
    expect(sent('DELETE')[0]?.headers.get('if-match')).toBe('"3"');
    toasts[0]?.action?.run();
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('The change could not be undone'));
  });

  it('saves what was changed, and keeps it in the form when that fails', async () => {
    open({
      'PUT /api/books/b1/bible/entries/e1': { status: 412, body: problemBody(412, 'bible.stale_revision', 'Changed.') },
    });
    await press(/Mara Venn/);
    await screen.findByRole('form', { name: 'Mara Venn' });
    type('Other names (optional)', 'Venn, the smith ,');
    await press('Save entry');
    await waitFor(() => expect(toasts[0]).toMatchObject({ tone: 'destructive', description: 'Changed.' }));
    expect(sent('PUT')[0]?.body).toMatchObject({
      name: 'Mara Venn',
      aliases: ['Venn', 'the smith'],
      notes: 'Her secret.',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Other names (optional)').value).toBe('Venn, the smith ,');
  });

  const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes (optional)').value;

  it('saves what was typed in an entry when it is closed, and keeps it as a draft when that fails', async () => {
    let answer: FakeAnswer = { status: 503, body: problemBody(503, 'server.unavailable', 'Not now.') };
    open({ 'PUT /api/books/b1/bible/entries/e1': () => answer });
    await press(/Mara Venn/);
    await screen.findByRole('form', { name: 'Mara Venn' });
    type('Notes (optional)', 'She limps.');
    await press('← All entries');
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.body).toMatchObject({ notes: 'She limps.', name: 'Mara Venn' });
    await press(/Mara Venn/);
    await screen.findByRole('form', { name: 'Mara Venn' });
    expect(notes()).toBe('She limps.');
    answer = { body: { ...mara, notes: 'She limps.', rev: 4, decisionId: 'd1' } };
    await press('Save entry');
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Entry saved' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save entry' });
    await waitFor(() => expect(button.disabled).toBe(true));
  });

  it('keeps what was typed when the entry changes elsewhere, and shows both texts of the same field', async () => {
    let stored = mara;
    open({
      [one]: () => ({ body: stored }),
      'PUT /api/books/b1/bible/entries/e1': {
        status: 412,
        body: problemBody(412, 'bible.stale_revision', 'Changed.'),
      },
    });
    await press(/Mara Venn/);
    await screen.findByRole('form', { name: 'Mara Venn' });
    type('Notes (optional)', 'She limps.');
    stored = { ...mara, rev: 4, aliases: ['Venn', 'the smith'], notes: 'She sings.' };
    await press('Save entry');
    await screen.findByText('She sings.');
    expect(notes()).toBe('She limps.');
    expect(screen.getByLabelText<HTMLInputElement>('Other names (optional)').value).toBe('Venn, the smith');
    await press('Keep your version: Notes');
    await press('Save entry');
    await waitFor(() => expect(sent('PUT')).toHaveLength(2));
    expect(sent('PUT')[1]?.headers.get('if-match')).toBe('"4"');
    expect(sent('PUT')[1]?.body).toMatchObject({ notes: 'She limps.', aliases: ['Venn', 'the smith'] });
  });

  it('saves what was typed before it deletes the entry, so that an undo restores it', async () => {
    open({
      'PUT /api/books/b1/bible/entries/e1': { body: { ...mara, notes: 'She limps.', rev: 4, decisionId: 'd1' } },
      'DELETE /api/books/b1/bible/entries/e1': async () => {
        // A reply from a network comes after the page has rendered.
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { body: { decisionId: 'd2' } };
      },
    });
    await press(/Mara Venn/);
    await screen.findByRole('form', { name: 'Mara Venn' });
    type('Notes (optional)', 'She limps.');
    await press('Delete entry');
    expect(await screen.findByLabelText('Find an entry')).toBeDefined();
    expect(sent('PUT')).toHaveLength(1);
    expect(sent('DELETE')[0]?.headers.get('if-match')).toBe('"4"');
  });

  it('lists events by date, and lets the author say when one happens', async () => {
    const storm = { ...listed, id: 'e1', kind: 'event' as const, name: 'Storm', when: { date: '1912-02-28' } };
    const letter = { ...storm, id: 'e3', name: 'Letter', summary: '', when: { weekday: 2 } };
    open({
      [list]: { body: [letter, storm] },
      [one]: { body: { ...storm, facts: [], relations: [] } },
      'PUT /api/books/b1/bible/entries/e1': { body: { ...storm, facts: [], relations: [], decisionId: 'd1' } },
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'Timeline' }));
    const rows = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('button');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Wednesday, 28 February 1912StormA smith.',
      'a TuesdayLetter',
    ]);
    fireEvent.click(rows[0] as Element);
    await screen.findByRole('form', { name: 'Storm' });
    type('Date (optional)', '');
    type('Counted from an event (optional)', 'e3');
    type('Days after that event', '-2');
    await press('Save entry');
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.body).toMatchObject({ when: { relativeTo: { eventId: 'e3', days: -2 } } });
  });

  it('keeps a fact that is being typed when its entry is closed, until it is added', async () => {
    const added = { ...mara, facts: [fact, { ...fact, id: 'f2', attribute: 'hair', value: 'red' }], decisionId: 'd1' };
    open({ 'POST /api/books/b1/bible/entries/e1/facts': { status: 201, body: added } });
    const value = () => screen.getByLabelText<HTMLInputElement>('Fact').value;
    await press(/Mara Venn/);
    await screen.findByText('grey');
    type('About', 'hair');
    type('Fact', 'red');
    await press('← All entries');
    await press(/Mara Venn/);
    await screen.findByText('grey');
    expect([value(), screen.getByLabelText<HTMLSelectElement>('About').value]).toEqual(['red', 'hair']);
    await press('Add fact');
    await waitFor(() => expect(value()).toBe(''));
    expect(sent('POST')[0]?.body).toMatchObject({ attribute: 'hair', value: 'red', since: null });
  });

  it('adds a fact that takes the place of another one from this chapter on', async () => {
    const later = { ...fact, id: 'f2', value: 'green', since: { chapterId: 'c2', at: 0 } };
    const ended = { ...fact, until: later.since };
    open({
      'POST /api/books/b1/bible/entries/e1/facts': {
        status: 201,
        body: { ...mara, facts: [ended, later], decisionId: 'd1' },
      },
    });
    await press(/Mara Venn/);
    await screen.findByText('grey');
    type('Fact', 'green');
    type('When it is true', 'c2');
    await press('Add fact');
    expect(await screen.findByText(/from chapter 2/)).toBeDefined();
    expect(screen.getByText(/until chapter 2/)).toBeDefined();
    expect(sent('POST')[0]?.body).toEqual({
      attribute: 'eyes',
      value: 'green',
      since: { chapterId: 'c2', at: 0 },
      replaces: 'f1',
    });
  });

  it('adds a relation, opens the other entry and deletes the relation', async () => {
    open({
      [one]: { body: { ...mara, relations: [lives] } },
      [`${list}/e2`]: { body: { ...mara, ...harrow, relations: [lives] } },
      'POST /api/books/b1/bible/entries/e1/relations': {
        status: 201,
        body: { ...mara, relations: [lives], decisionId: 'd1' },
      },
      'DELETE /api/books/b1/bible/entries/e2/relations/r1': { body: { ...mara, ...harrow, decisionId: 'd2' } },
    });
    await press(/^Mara Venn/);
    await screen.findByRole('form', { name: 'New relation' });
    type('How Mara Venn is related', 'lives in');
    type('To', 'e2');
    await press('Add relation');
    await waitFor(() => expect(sent('POST')[0]?.body).toEqual({ toId: 'e2', type: 'lives in' }));
    await press('Open Harrow');
    await screen.findByRole('form', { name: 'Harrow' });
    await press('Delete the relation Mara Venn lives in Harrow');
    const relations = within(screen.getByRole('region', { name: 'Relations' }));
    expect(await relations.findByText('No relations yet.')).toBeDefined();
  });

  it('continues a reading by AI while another view is shown', async () => {
    open({
      'GET /api/ai/status': { body: { provider: 'openai-responses', model: 'm' } },
      'GET /api/user': { body: fakeUser },
      'GET /api/user/plan-status': { body: { plan: 'pro_monthly', isActive: true } },
      'GET /api/books/b1/bible': { body: { providerReading: 'asked', chapters: [] } },
      'GET /api/books/b1/bible/proposals': { body: [] },
      'GET /api/ai/reading/estimate': { body: { chapterIds: ['c1'], tokens: 3000, percentOfDay: 1 } },
      'POST /api/ai/reading': () => new Promise(() => undefined),
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'Proposed' }));
    await press('Read 1 chapter with AI');
    fireEvent.click(screen.getByRole('radio', { name: 'Entries' }));
    expect(screen.queryByText(/^Reading the chapters/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Proposed' }));
    await screen.findByText(/^Reading the chapters/);
    expect(api.aborted).toEqual([]);
  });

  it('cannot be changed in a read-only book', async () => {
    open({}, false);
    await press(/Mara Venn/);
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).matches(':disabled')).toBe(true);
    for (const name of ['Save entry', 'Delete entry', 'Add fact', 'Add relation'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('explains itself when it is empty, and offers to load it again after a failure', async () => {
    open({ [list]: { body: [] } });
    expect(await screen.findByText('No entries yet. Continue writing, or add one.')).toBeDefined();
    cleanup();
    api.restore();
    open({ [list]: { status: 503, body: problemBody(503, 'server.busy', 'Busy') } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('texts of the story bible', () => {
  it('names attributes', () => {
    expect(['birthDate', 'eyes', 'other'].map(attributeName)).toEqual(['Birth date', 'Eyes', 'Something else']);
    expect(attributeOptions('place').map(({ value }) => value)).toContain('population');
    expect(attributeOptions('character').map(({ value }) => value)).not.toContain('father');
  });

  it('splits aliases, and finds the beginning of any word of a name', () => {
    expect(toAliases(' Venn,, the smith ,')).toEqual(['Venn', 'the smith']);
    const entry = { name: 'Mara Venn', aliases: ['The Smith'] };
    expect(['mara', 'VENN', 'smi', ''].map((typed) => matchesSearch(entry, typed))).toEqual([true, true, true, true]);
    expect(matchesSearch(entry, 'ara')).toBe(false);
  });

  it('says from which chapter a fact is true', () => {
    const [since, until] = [
      { chapterId: 'c1', at: 0 },
      { chapterId: 'gone', at: 3 },
    ];
    expect(validityText({ since, until }, chapters)).toBe('from chapter 1 until a deleted chapter');
    expect(validityText({ since: null, until: null }, chapters)).toBe('');
  });
});
