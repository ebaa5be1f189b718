import type { GeneratedBook } from '../books/book.ts';
import type { FoundFact, ReplyReader } from '../candidates.ts';
import { addScores, emptyScore, precisionOf, recallOf, type Score } from '../metrics/score.ts';
import type { Candidates } from '../registered-candidates.ts';
import { createScriptedReply, type ScriptedFact, scriptedKinds } from '../scripted/scripted-replies.ts';
import { type Figure, measureAll } from './figure.ts';

/** Measures what is kept of a reply of each kind about each chapter. */
export function measureReplies({ replies }: Candidates, books: readonly GeneratedBook[]): Figure[] {
  return measureAll(replies, (reader) => {
    const score = books.flatMap((book) => scoreReplies(reader, book)).reduce(addScores, emptyScore);
    return {
      'scripted-true': precisionOf(score),
      'scripted-kept': recallOf(score),
      'scripted-invented': score.found - score.correct,
    };
  });
}

function scoreReplies(reader: ReplyReader, book: GeneratedBook): Score[] {
  const known = book.entries.map(({ name, forms }) => ({ name, aliases: forms.filter((form) => form !== name) }));
  return book.chapters.flatMap(({ text }, chapter) =>
    scriptedKinds.map((kind) => {
      const { text: reply, trueFacts } = createScriptedReply(book, chapter, kind);
      const kept = reader.keepFacts(reply, { text, known });
      const correct = kept.filter((fact) => trueFacts.some((each) => isSameFact(each, fact))).length;
      return { correct, found: kept.length, recalled: correct, expected: trueFacts.length };
    }),
  );
}

const isSameFact = (known: ScriptedFact, found: FoundFact): boolean =>
  known.entry === found.entry &&
  known.attribute === found.attribute &&
  known.value === found.value &&
  (found.modality === 'spoken') === (known.modality === 'spoken');
