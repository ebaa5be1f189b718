import { bookCreated, userRegistered } from '@inkbear/contracts/events';
import { defineRoute } from '@inkbear/contracts/route';
import { z } from 'zod';
import { on } from '../consumer.ts';
import { type BaseEnv, baseEnvShape, parseEnv } from '../env.ts';
import { ProblemError } from '../problem.ts';
import { createCollections } from '../migrations.ts';
import { deleteUpTo } from '../erasure.ts';
import type { ServiceDefinition } from '../run-service.ts';
import { reply, serve, serveUpload } from '../serve.ts';

const note = z.object({ id: z.string(), text: z.string(), owner: z.string() });
export const createNote = defineRoute({
  id: 'createNote',
  owner: 'books',
  method: 'POST',
  path: '/api/notes',
  summary: 'Save a note',
  access: 'user',
  rate: 'write',
  idempotent: true,
  body: z.strictObject({ text: z.string().min(1, 'Text is required') }),
  responses: { 201: note },
});
export const streamNote = defineRoute({
  id: 'streamNote',
  owner: 'books',
  method: 'POST',
  path: '/api/notes/stream',
  summary: 'Stream a note',
  access: 'user',
  rate: 'ai',
  streams: 'delta',
  body: z.strictObject({ pieces: z.array(z.string()), failAfter: z.int().optional() }),
  responses: { 200: z.object({ text: z.string() }) },
  errors: ['ai.provider_failed'],
});
export const listNote = defineRoute({
  id: 'listNote',
  owner: 'books',
  method: 'POST',
  path: '/api/notes/list',
  summary: 'List the lines of a note',
  access: 'user',
  rate: 'ai',
  streams: 'partial',
  body: z.strictObject({ lines: z.array(z.string()) }),
  responses: { 200: z.object({ title: z.string(), lines: z.array(z.string()) }) },
});
export const watchNote = defineRoute({
  id: 'watchNote',
  owner: 'books',
  method: 'GET',
  path: '/api/notes/:id/progress',
  summary: 'Watch a note',
  access: 'user',
  rate: 'read',
  streams: 'progress',
  params: z.object({ id: z.string() }),
  responses: { 200: note.omit({ owner: true }) },
});
export const attachFile = defineRoute({
  id: 'attachFile',
  owner: 'books',
  method: 'POST',
  path: '/api/notes/:id/file',
  summary: 'Attach a file to a note',
  access: 'user',
  rate: 'write',
  bodyKind: 'multipart',
  bodyLimit: 'upload',
  params: z.object({ id: z.string().max(64) }),
  responses: { 201: z.object({ id: z.string() }) },
});
export const leakNote = defineRoute({
  id: 'leakNote',
  owner: 'books',
  method: 'GET',
  path: '/api/notes/:id',
  summary: 'Read a note',
  access: 'public',
  rate: 'read',
  params: z.object({ id: z.string() }),
  responses: { 200: note.omit({ owner: true }) },
});

/** The ids with which the middleware of `attachFile` was called. */
export const authorisedUploads: unknown[] = [];

/** A minimal service for the kit's own tests. */
export const exampleService: ServiceDefinition<BaseEnv> = {
  name: 'books',
  readEnv: () => parseEnv(baseEnvShape, process.env),
  peerUrls: () => ({}),
  migrations: [
    {
      id: '0001-notes',
      up: async (connection) => {
        await createCollections(connection, ['notes']);
        await connection.collection('notes').createIndex({ owner: 1 });
      },
    },
  ],
  createParts: ({ outbox, connection, newId, entitlements }) => {
    const notes = connection.collection<{ _id: string; text: string; owner: string }>('notes');
    return {
      served: [
        serve(createNote, async ({ body, identity }) => {
          const id = newId();
          await outbox.run(async ({ session, emit }) => {
            await notes.insertOne({ _id: id, text: body.text, owner: identity.userId }, { session });
            await emit(bookCreated, id, {
              bookId: id,
              userId: identity.userId,
              genre: 'general',
              createdAt: new Date().toISOString(),
            });
          });
          return reply(201, { id, text: body.text, owner: identity.userId });
        }),
        serve(streamNote, async ({ body, sendDelta }) => {
          for (const [index, piece] of body.pieces.entries()) {
            if (index === body.failAfter) throw new ProblemError('ai.provider_failed');
            sendDelta?.(piece);
          }
          return reply(200, { text: body.pieces.join('') });
        }),
        serve(listNote, async ({ body: { lines }, sendPartial }) => {
          for (const index of lines.keys())
            sendPartial?.({ lines: lines.slice(0, index + 1), secret: 'must not leave' });
          return reply(200, { title: 'Lines', lines });
        }),
        serve(watchNote, async ({ params: { id }, identity, sendProgress }) => {
          const owner = identity.userId;
          for (const text of ['', 'a']) sendProgress?.({ id, text, owner } as { id: string; text: string });
          return reply(200, { id, text: 'ab', owner });
        }),
        serveUpload(
          attachFile,
          [
            (req, _res, next) => {
              authorisedUploads.push(req.params['id']);
              next();
            },
          ],
          async ({ params: { id } }) => reply(201, { id }),
        ),
        serve(leakNote, async ({ params }) => reply(200, { id: params.id, text: 'seen', owner: 'must not leave' })),
      ],
      subscriptions: [
        entitlements.subscription,
        on(userRegistered, async (event, { session }) => {
          if (event.data.email === 'poison@example.com') throw new Error('poison');
          await notes.insertOne({ _id: `welcome:${event.id}`, text: 'welcome', owner: event.data.userId }, { session });
        }),
        on(
          bookCreated,
          async (event, { session }) =>
            void (await notes.insertOne(
              { _id: `seen:${event.id}`, text: 'seen', owner: event.data.userId },
              { session },
            )),
        ),
      ],
      jobs: [],
      erase: [(userId, limit) => deleteUpTo(notes, { owner: userId }, limit)],
    };
  },
};
