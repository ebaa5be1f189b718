import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { type HostileRequest, listOf } from './hostile-request.ts';

/**
 * Requests for the routes of a story bible, with the longest texts of one kind that they allow.
 * @param text returns a text of at most `units` UTF-16 units that fills at most `share` of the body
 */
export function bibleRequests(bookId: string, text: (units: number, share: number) => string): HostileRequest[] {
  const bible = `/api/books/${bookId}/bible`;
  const { aliases, notes, knownBy, rowsOfDecision } = bibleLimits;
  const ids = (count: number) => listOf(count, (index) => `${index}${text(50, 0.3 / count)}`.slice(0, 64));
  const entry = {
    kind: 'character',
    name: `a${text(118, 0.05)}b`,
    aliases: listOf(aliases, (index) => `${index}${text(110, 0.3 / aliases)}`),
    summary: text(1000, 0.1),
    notes: text(notes, 0.5),
  };
  const fact = { attribute: 'other', value: `a${text(298, 0.1)}b`, knownBy: ids(knownBy) };
  return [
    { id: 'createBibleEntry', method: 'POST', path: `${bible}/entries`, body: entry },
    { id: 'updateBibleEntry', method: 'PUT', path: `${bible}/entries/nobody`, body: entry },
    { id: 'createBibleFact', method: 'POST', path: `${bible}/entries/nobody/facts`, body: fact },
    { id: 'updateBibleFact', method: 'PUT', path: `${bible}/entries/nobody/facts/nothing`, body: fact },
    {
      id: 'decideBible',
      method: 'POST',
      path: `${bible}/decisions`,
      body: { items: ids(rowsOfDecision).map((id) => ({ id, decision: 'accept' })) },
    },
    { id: 'listBibleEntries', method: 'GET', path: `${bible}/entries?limit=500` },
    { id: 'listBibleProposals', method: 'GET', path: `${bible}/proposals?limit=500` },
    { id: 'listBibleMentions', method: 'GET', path: `${bible}/mentions?limit=500` },
  ];
}
