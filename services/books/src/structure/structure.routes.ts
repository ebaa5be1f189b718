import * as contract from '@inkbear/contracts/books/scene';
import type { Route } from '@inkbear/contracts/route';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { RestructureDeps } from './commit-structure-change.ts';
import { listScenes } from './list-scenes.ts';
import { mergeChapters } from './merge-chapters.ts';
import { moveScene } from './move-scene.ts';
import { saveSynopsis } from './save-synopsis.ts';
import { splitChapter } from './split-chapter.ts';
import type { StructureOperationRow } from './structure-operation.ts';
import { undoStructure } from './undo-structure.ts';

export const structureRoutes = (deps: RestructureDeps): ServedRoute[] => [
  ...sceneRoutes(deps),
  // A repeat of a request finds its operation, and answers with the chapters as they are now: their texts may be long.
  ...operationRoutes(deps).map((served) => ({ ...served, storesOwnResult: true })),
  undoRoute(deps),
];

function sceneRoutes(deps: RestructureDeps): ServedRoute[] {
  return [
    serve(contract.listScenes, async ({ params, identity }) => {
      const chapter = await deps.chapters.getLive(params.id, identity.userId);

      return reply(200, listScenes(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.saveSynopsis, async ({ params, body, identity, timeZone }) => {
      const { id, index } = params;
      const scene = await saveSynopsis(deps, { ...body, chapterId: id, index, userId: identity.userId, timeZone });

      return reply(200, scene, { ETag: etag(body.rev) });
    }),
  ];
}

function operationRoutes(deps: RestructureDeps): ServedRoute[] {
  return [
    serve(contract.splitChapter, async (call) => {
      const request = { ...requestOf(contract.splitChapter, call), ...call.body };
      const operation = (await findRepeated(deps, request)) ?? (await splitChapter(deps, request));

      return reply(201, await presentChapters(deps, operation));
    }),
    serve(contract.mergeChapters, async (call) => {
      const request = { ...requestOf(contract.mergeChapters, call), ...call.body };
      const operation = (await findRepeated(deps, request)) ?? (await mergeChapters(deps, request));
      const chapter = await deps.chapters.getLive(request.chapterId, request.userId);

      return reply(200, { ...presentChapter(chapter), operationId: operation._id }, { ETag: etag(chapter.rev) });
    }),
    serve(contract.moveScene, async (call) => {
      const request = { ...requestOf(contract.moveScene, call), ...call.body };
      const operation = (await findRepeated(deps, request)) ?? (await moveScene(deps, request));

      return reply(200, await presentChapters(deps, operation));
    }),
  ];
}

function undoRoute(deps: RestructureDeps): ServedRoute {
  return serve(contract.undoStructure, async ({ params, identity, timeZone }) => {
    const { userId } = identity;
    const { id: bookId, operationId } = params;
    const undone = await undoStructure(deps, { bookId, operationId, userId, timeZone });

    return reply(200, await presentChapters(deps, undone));
  });
}

interface StructureCall {
  readonly params: { readonly id: string };
  readonly identity: { readonly userId: string };
  readonly timeZone: string;
  readonly idempotencyKey: string | null;
}

const requestOf = ({ id }: Route, { params, identity, timeZone, idempotencyKey }: StructureCall) => ({
  chapterId: params.id,
  userId: identity.userId,
  timeZone,
  requestKey: idempotencyKey === null ? null : `${id}:${idempotencyKey}`,
});

/** As long as the kit recognises a repeat. */
const repeatMs = 24 * 3_600_000;

/** The operation of an earlier attempt of the same request. */
async function findRepeated(
  { structureOperations, clock }: RestructureDeps,
  { userId, requestKey }: { readonly userId: string; readonly requestKey: string | null },
): Promise<StructureOperationRow | null> {
  if (requestKey === null) return null;
  return await structureOperations.findByRequest(userId, requestKey, new Date(clock.now().getTime() - repeatMs));
}

/** The chapters of an operation that are in the book, as they are now. */
async function presentChapters({ chapters }: RestructureDeps, operation: StructureOperationRow) {
  const { _id: operationId, userId } = operation;
  const listed = operation.chapters.filter(({ fate }) => fate !== 'trashed');
  const rows = await Promise.all(listed.map(({ id }) => chapters.getLive(id, userId)));
  return rows.map((row) => ({ ...presentChapter(row), operationId }));
}
