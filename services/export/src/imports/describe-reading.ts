import { type ImportLoss, importLimits, type ImportPlan } from '@inkbear/contracts/export/import';
import type { proposePlan } from '@inkbear/import/propose-plan';
import type { ReadManuscript } from '@inkbear/import/read-manuscript';
import { boundScenes } from './plan.ts';

type Proposal = ReturnType<typeof proposePlan>;

const maxAuthor = 200;
const maxLanguage = 10;

/** The beginning of a text, without half a character at its end. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed().trim();

/** A BCP 47 tag that is too long for a book: its language without script, region and the like. */
const shortLanguage = (tag: string): string => (tag.length <= maxLanguage ? tag : (tag.split('-')[0] ?? ''));

/** The proposed plan within the bounds of the contract. */
export const describePlan = ({ title, author, language, chapters, confidence }: Proposal['plan']): ImportPlan => ({
  title: cut(title, importLimits.title),
  author: cut(author, maxAuthor),
  language: cut(shortLanguage(language), maxLanguage),
  chapters: boundScenes(
    chapters.map((chapter) => ({
      title: cut(chapter.title, importLimits.title),
      include: chapter.include,
      kind: chapter.kind,
      from: chapter.from,
      to: chapter.to,
      words: chapter.words,
      scenes: chapter.scenes.map(({ from, to }) => ({ from, to })),
    })),
  ),
  confidence,
});

/** The books of an account export. */
export const describeBooks = (books: ReadManuscript['books']): { id: string; title: string }[] =>
  books.slice(0, importLimits.books).map(({ id, title }) => ({ id, title: cut(title, importLimits.title) }));

/** What the book will not have, with the first places of each loss, and so many places in total. */
export function describeLosses({ plan, losses }: Proposal, comments: ReadManuscript['comments']): ImportLoss[] {
  let places = 0;
  return [...losses, ...partLoss(plan), ...commentLoss(comments)].slice(0, importLimits.losses).map((loss) => {
    const listed = loss.places.slice(0, Math.min(importLimits.placesPerLoss, importLimits.places - places));
    places += listed.length;
    return {
      kind: loss.kind,
      count: loss.count,
      places: listed.map(({ chapter, quote }) => ({
        chapter: cut(chapter, importLimits.title),
        quote: cut(quote, importLimits.quote),
      })),
      result: loss.outcome,
    };
  });
}

/** A plan has chapters only; the parts of a book are set with its design. */
function partLoss({ chapters }: Proposal['plan']): Proposal['losses'] {
  const places = chapters.flatMap(({ title, part }) => (part === null ? [] : [{ chapter: title, quote: part }]));
  if (places.length === 0) return [];
  const outcome = 'The titles of the parts of the book were left out. You can add them with the design of the book.';
  return [{ kind: 'other', count: places.length, places, outcome }];
}

/** Comments are stored with the import, and no book has them. */
function commentLoss(comments: ReadManuscript['comments']): Proposal['losses'] {
  if (comments.length === 0) return [];
  const places = comments.map(({ text }) => ({ chapter: '', quote: text }));
  const outcome = 'Comments are not in the book. The original file, which you can download for 30 days, has them.';
  return [{ kind: 'comment', count: comments.length, places, outcome }];
}
