import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { userId } from './fields.ts';

export const exportFileFinished = defineEvent({
  type: 'export.file.finished.v1',
  owner: 'export',
  kind: 'fact',
  key: 'book',
  data: z.object({
    userId,
    bookId: z.string(),
    chapterId: z.string().nullable(),
    /** `ebook` and `paperback` are the PDFs of the profiles `screen` and `print`. */
    format: z.enum(['ebook', 'paperback', 'outline', 'chapter', 'epub', 'docx', 'markdown']),
  }),
});

export const exportStoryFinished = defineEvent({
  type: 'export.story.finished.v1',
  owner: 'export',
  kind: 'fact',
  key: 'story',
  data: z.object({ userId, storyId: z.string() }),
});
