import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { QuotedPlace } from '../../ui/quote-link.tsx';
import { MentionCard } from './components/mention-card.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

const chapters = [{ id: 'c1', chapterNumber: 1, title: 'Harbour' } as ChapterItem];
const entry = (id: string, name: string, fields: Partial<BibleEntry> = {}): BibleEntry => ({
  ...{ id, bookId: 'b1', kind: 'character', name, aliases: ['Venn'], summary: 'A smith.', notes: '' },
  ...{ tracked: true, caseSensitive: false, inPrompt: 'auto', status: 'accepted', source: 'author', rev: 1 },
  ...fields,
});
const fact = (id: string, value: string): BibleFact => ({
  ...{ id, entryId: 'mara', attribute: 'eyes', value, since: null, until: null, modality: 'narrated', knownBy: null },
  evidence: [{ chapterId: 'c1', rev: 1, from: 0, to: 19, quote: 'Mara had grey eyes.', state: 'found' }],
  ...{ status: 'accepted', source: 'local' },
});
const lastMention: QuotedPlace = { chapterId: 'c1', from: 3, to: 14, quote: 'Mara came.' };

function show(entries: readonly BibleEntry[], facts: BibleFact[] | null = []) {
  api = fakeApi(
    Object.fromEntries(
      entries.map((each) => [
        `GET /api/books/b1/bible/entries/${each.id}`,
        facts
          ? { body: { ...each, facts, relations: [] } satisfies BibleEntryDetails }
          : { status: 404, body: problemBody(404, 'bible.not_found', 'Gone.') },
      ]),
    ),
  );
  const lastMentionOf = (id: string) => (id === 'mara' ? lastMention : null);
  const [onGo, onOpen] = [jest.fn<(place: QuotedPlace) => void>(), jest.fn<(id: string) => void>()];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MentionCard
        {...{ bookId: 'b1', entries, chapters, currentId: 'c1', takesFocus: true, lastMentionOf, onGo, onOpen }}
      />
    </QueryClientProvider>,
  );
  return { onGo, onOpen };
}

describe('the card of a name', () => {
  it('shows who it is, what is valid in this chapter with its sentence, and the previous mention', async () => {
    const { onGo, onOpen } = show([entry('mara', 'Mara Venn')], [fact('f1', 'grey')]);
    const dialog = screen.getByRole('dialog', { name: 'Mara Venn' });
    expect(document.activeElement).toBe(dialog);
    const card = within(dialog);
    expect(await card.findByText('Mara had grey eyes.')).toBeDefined();
    expect([card.getByText('A smith.'), card.getByText('Eyes'), card.getByText('Character')]).toHaveLength(3);
    fireEvent.click(card.getByRole('button', { name: /1\. Harbour.*Mara came\./ }));
    fireEvent.click(card.getByRole('button', { name: 'Open in the story bible' }));
    expect([onGo.mock.calls, onOpen.mock.calls]).toEqual([[[lastMention]], [['mara']]]);
    expect(api.requests.map(({ query }) => query.get('at'))).toEqual(['c1']);
  });

  it('shows the first five facts and how many more there are', async () => {
    show(
      [entry('mara', 'Mara Venn')],
      ['1', '2', '3', '4', '5', '6', '7'].map((id) => fact(id, `grey ${id}`)),
    );
    expect(await screen.findByText('and 2 more')).toBeDefined();
    expect(screen.queryByText('grey 6')).toBeNull();
  });

  it('shows every entry that has the name, and which of them are only proposed', () => {
    show([entry('mara', 'Mara Venn'), entry('tom', 'Tom Venn', { status: 'proposed' })]);
    expect(screen.getByText('2 entries have this name.')).toBeDefined();
    expect(screen.getAllByText('Last mention in this chapter')).toHaveLength(1);
    expect(screen.getByText('Character · found in the text, not accepted yet')).toBeDefined();
  });

  it('says when the facts could not be loaded', async () => {
    show([entry('mara', 'Mara Venn')], null);
    expect(await screen.findByText('The facts could not be loaded.')).toBeDefined();
  });
});
