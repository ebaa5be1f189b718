import MiniSearch from 'minisearch';
import { countWords } from '@inkbear/prose/word-count';
import type { BookChapter } from '../books/book.ts';
import type { PromptBuilder, PromptRequest } from '../candidates.ts';

/** Words of a chunk. */
const chunkWords = 200;
const introduction = 'Write the next chapter of this book.';

interface Chunk {
  readonly id: number;
  readonly text: string;
  readonly tokens: number;
}
interface Index {
  readonly chunks: readonly Chunk[];
  readonly search: MiniSearch<Chunk>;
}

/** Retrieval as most tools do it: chunks of about 200 words, found by BM25 with the plan as the query, best first. */
export function createBm25Prompt(): PromptBuilder {
  const indexes = new WeakMap<readonly BookChapter[], Index>();
  const indexOf = ({ book, countTokens }: PromptRequest): Index => {
    const known = indexes.get(book.chapters);
    if (known) return known;
    const chunks = book.chapters
      .flatMap(({ text }) => cutIntoChunks(text))
      .map((text, id) => ({ id, text, tokens: countTokens(text) }));
    const search = new MiniSearch<Chunk>({ fields: ['text'] });
    search.addAll(chunks);
    const index = { chunks, search };
    indexes.set(book.chapters, index);
    return index;
  };
  return {
    name: 'BM25 chunks',
    buildPrompt(request) {
      const { plan, budget, countTokens } = request;
      const task = [plan.title, plan.description, ...plan.keyPoints, request.request].join('\n');
      const { chunks, search } = indexOf(request);
      const parts: string[] = [];
      let tokens = countTokens(`${introduction}\n\n${task}`);
      for (const { id } of search.search(task)) {
        const chunk = chunks[Number(id)];
        if (!chunk || tokens + chunk.tokens + 1 > budget) break;
        tokens += chunk.tokens + 1;
        parts.push(chunk.text);
      }
      return [introduction, ...parts, task].join('\n\n');
    },
  };
}

/** Whole paragraphs, as many as make up the words of a chunk. */
function cutIntoChunks(text: string): string[] {
  const chunks: string[] = [];
  let [paragraphs, words]: [string[], number] = [[], 0];
  for (const paragraph of text.split('\n\n')) {
    paragraphs.push(paragraph);
    words += countWords(paragraph);
    if (words < chunkWords) continue;
    chunks.push(paragraphs.join('\n\n'));
    [paragraphs, words] = [[], 0];
  }
  return paragraphs.length > 0 ? [...chunks, paragraphs.join('\n\n')] : chunks;
}
