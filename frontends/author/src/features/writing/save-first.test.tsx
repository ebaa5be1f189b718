import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type LeaveQuestion, onAskToLeave } from '@inkbear/web-kit/leave-question.ts';
import { documents } from './tab-documents.ts';
import { saveFirst } from './save-first.ts';

const questions: LeaveQuestion[] = [];
let stop: () => void;
beforeEach(() => {
  questions.length = 0;
  stop = onAskToLeave((question) => questions.push(question));
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

it.each([true, false])('asks when the unsent documents cannot be listed, and obeys: %s', async (answer) => {
  unsent(['chapter:2'], false);
  const saving = saveFirst(includesChapter);
  await new Promise((resolve) => setTimeout(resolve));
  expect(questions.map(({ reason }) => reason)).toEqual(['unlisted']);
  questions[0]?.answer(answer);
  expect(await saving).toBe(answer);
});
