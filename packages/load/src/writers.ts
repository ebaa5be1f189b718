import { Author } from '@inkbear/e2e/author';
import { buyPlan } from '@inkbear/e2e/buy-plan';

/** The session of a signed-in author with the chapter to write. */
export interface Writer {
  readonly cookie: string;
  readonly bookId: string;
  readonly chapterId: string;
}

const firstText = 'The lamp would not light. She shook it, and listened to the oil.\n\n'.repeat(100);

interface WriterOptions {
  readonly count: number;
  /** Writers with the session of the same author, each with a chapter of its own. */
  readonly writersPerAuthor: number;
  /** With a plan that includes exports, and chapters with text. */
  readonly hasPaidPlan: boolean;
}

/** Registers as few authors as these writers need, because an address may register only 120 in ten minutes. */
export async function createWriters(
  url: string,
  { count, writersPerAuthor, hasPaidPlan }: WriterOptions,
): Promise<Writer[]> {
  const writers: Writer[] = [];
  while (writers.length < count) {
    const author = await Author.register(url);
    if (hasPaidPlan) await buyPlan(author, 'pro_monthly');
    const { bookId, chapterId } = await author.createBook();
    const chapterIds = [chapterId];
    while (chapterIds.length < Math.min(writersPerAuthor, count - writers.length))
      chapterIds.push(await author.createChapter(bookId));
    for (const id of chapterIds) {
      if (hasPaidPlan) await writeText(author, id);
      writers.push({ cookie: author.cookieHeader, bookId, chapterId: id });
    }
  }
  return writers;
}

async function writeText(author: Author, chapterId: string): Promise<void> {
  const { status } = await author.call('PUT', `/api/chapters/${chapterId}`, { content: firstText });
  if (status !== 200) throw new Error(`The chapter was not saved: ${status}.`);
}
