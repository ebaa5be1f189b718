import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onConfirmUnsavedChanges, type UnsavedChangesQuestion } from '@inkbear/web-kit/confirm-unsaved-changes.ts';
import { documents } from './tab-documents.ts';
import { saveFirst } from './save-first.ts';

const questions: UnsavedChangesQuestion[] = [];
let stop: () => void;
beforeEach(() => {
  questions.length = 0;
  stop = onConfirmUnsavedChanges((question) => questions.push(question));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

const unsent = (ids: readonly string[], isComplete: boolean) =>
  jest.spyOn(documents, 'unsentDocuments').mockResolvedValue({ ids, isComplete });
const includesChapter = (ids: readonly string[]) => ids.includes('chapter:1');

it.each([
  [[], true],
  [['chapter:2'], true],
  [['chapter:1'], false],
])('does not ask when the unsent documents are known: %j', async (ids, isSaved) => {
  unsent(ids, true);
  expect([await saveFirst(includesChapter), questions]).toEqual([isSaved, []]);
});

it('does not ask when a document cannot be saved, or is known to have unsent changes', async () => {
  unsent(['chapter:1'], false);
  expect(await saveFirst(includesChapter)).toBe(false);
  jest.spyOn(documents, 'flushAll').mockResolvedValue(false);
  expect([await saveFirst(() => false), questions]).toEqual([false, []]);
});

it.each([true, false])('returns the answer of the author when documents cannot be listed: %s', async (answer) => {
  unsent(['chapter:2'], false);
  const saving = saveFirst(includesChapter);
  await new Promise((resolve) => setTimeout(resolve));
  expect(questions.map(({ reason }) => reason)).toEqual(['unlisted']);
  questions[0]?.answer(answer);
  expect(await saving).toBe(answer);
});
