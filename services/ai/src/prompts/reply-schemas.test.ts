import { expect, it } from '@jest/globals';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { z } from 'zod';
import type { BookContext, BookTask } from '../generations/task.ts';
import { buildRequest } from './build-request.ts';
import { replySchemas } from './reply-schemas.ts';

const context = { style: unknownStyle } as BookContext;
const tasks: BookTask[] = [
  { kind: 'titles', topic: '', genre: '' },
  { kind: 'quiz', interests: [], expertise: [], writingGoals: [], timeCommitment: '' },
  { kind: 'outline', title: '', genre: '', targetLength: 1, notes: '' },
  { kind: 'coach', context, content: '', question: '', genre: '' },
  { kind: 'options', context, selectedText: '', type: 'tone', option: null, count: 3, spelling: 'uk', around: null },
];

it.each(tasks)('names every field of its schema in the prompt of $kind', (task) => {
  const { expects, text } = buildRequest(task);
  if (expects === 'text') throw new Error('The reply has no schema.');
  const names = fieldsIn(z.toJSONSchema(replySchemas[expects]));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
});

/** The names of all fields in a JSON schema. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as { properties?: object };
  return [...Object.keys(properties), ...Object.values(value).flatMap(fieldsIn)];
}
