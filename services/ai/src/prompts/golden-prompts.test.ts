import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { countTokens } from '../context/count-tokens.ts';
import type { ProviderTaskKind } from '../generations/task.ts';
import { goldenBooks } from '../testing/golden-books.ts';
import { sampleTask } from '../testing/sample-tasks.ts';
import { buildPrompt } from './build-prompt.ts';
import { promptVersion, providerTaskKinds } from './prompt-versions.ts';

const folder = fileURLToPath(new URL('golden', import.meta.url));
/** Set to write the files of new versions. A file that exists is never changed. */
const isUpdate = process.env['GOLDEN'] === 'update';
/** Small, so that the files stay readable and each layer is cut somewhere. */
const budgets = { write: 2000, edit: 1200, coach: 1600 };
/** The book whose prompts are kept in full. Those of the others are kept as digests. */
const shownBook = 'a book with a story bible and a pinned chapter';

const content = 'Mara counted the lamps of the harbour. One was dark.';

const promptsOf = (kind: ProviderTaskKind): { book: string; text: string }[] =>
  Object.entries(goldenBooks).map(([book, context]) => {
    const { stable, volatile, expects, maxOutputTokens } = buildPrompt(sampleTask(kind, context, content), {
      budgets,
      countTokens,
    });
    return { book, text: `Expects ${expects}, at most ${maxOutputTokens} tokens.\n\n${stable}\n\n${volatile}\n` };
  });

function goldenFileOf(kind: ProviderTaskKind): string {
  const prompts = promptsOf(kind);
  const digests = prompts.map(({ book, text }) => `${createHash('sha256').update(text).digest('hex')} ${book}`);
  const shown = prompts.find(({ book }) => book === shownBook)?.text ?? '';
  return `SHA-256 of the prompt of\n${digests.join('\n')}\n\nThe prompt of ${shownBook}:\n\n${shown}`;
}

it.each(providerTaskKinds)('the prompt of %s has a new version when a byte of it changes', (kind) => {
  const file = path.join(folder, `${promptVersion(kind)}.txt`);
  const golden = goldenFileOf(kind);
  if (isUpdate && !existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, golden);
  }
  // When they differ: raise the version in prompt-versions.ts, delete the old file, and run this test with GOLDEN=update.
  expect(golden).toBe(readFileSync(file, 'utf8'));
});

it('has a golden file of the present version of each task, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    providerTaskKinds.map((kind) => `${promptVersion(kind)}.txt`).toSorted(),
  );
});

it('has books whose prompts of a task all differ', () => {
  for (const kind of providerTaskKinds) {
    const texts = promptsOf(kind).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  }
});
