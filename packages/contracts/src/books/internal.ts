import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { book } from './book.ts';
import { chapter } from './chapter.ts';

/** A book with its chapters for its owner: what export prints and what AI needs as context. */
export const readBookForOwner = defineRoute({
  id: 'readBookForOwner', owner: 'books', method: 'GET', path: '/internal/books/:id', summary: 'A whole book, if it belongs to this user',
  access: 'service', rate: 'read', params: idParams, query: z.object({ userId: id }), responses: { 200: z.object({ book, chapters: z.array(chapter) }) }, errors: ['books.not_found'],
});

/** Which book a chapter belongs to and its present text, if both belong to this user. */
export const readChapterForOwner = defineRoute({
  id: 'readChapterForOwner', owner: 'books', method: 'GET', path: '/internal/chapters/:id', summary: 'One chapter, if it belongs to this user',
  access: 'service', rate: 'read', params: idParams, query: z.object({ userId: id }), responses: { 200: chapter }, errors: ['books.chapter_not_found'],
});

/** Whose book and chapter this is, without any text: asked before counters or results are shown. A chapter's own book wins over `bookId`. */
export const findScopeForOwner = defineRoute({
  id: 'findScopeForOwner', owner: 'books', method: 'GET', path: '/internal/scope', summary: 'A book, a chapter or both, if they belong to this user',
  access: 'service', rate: 'read', query: z.object({ userId: id, bookId: id.optional(), chapterId: id.optional() }),
  responses: { 200: z.object({ bookId: id.nullable(), chapterId: id.nullable(), aiSuspended: z.boolean() }) }, errors: ['books.not_found', 'books.chapter_not_found'],
});

/** Everything a user has written, for the export of one's own data. */
export const listBooksForOwner = defineRoute({
  id: 'listBooksForOwner', owner: 'books', method: 'GET', path: '/internal/users/:id/books', summary: 'Every book of a user with its chapters',
  access: 'service', rate: 'read', timeoutMs: 30_000, params: idParams, responses: { 200: z.array(z.object({ book, chapters: z.array(chapter) })) },
});
