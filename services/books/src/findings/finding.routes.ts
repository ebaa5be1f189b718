import * as contract from '@inkbear/contracts/bible/finding';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { checkBook, type CheckDeps } from './check-book.ts';
import { presentFinding } from './finding.presenter.ts';
import { type ContradictionDeps, resolveContradiction } from './resolve-contradiction.ts';

type FindingDeps = CheckDeps & ContradictionDeps & { readonly bookReads: FairSlots };

export function findingRoutes({ bookReads, ...deps }: FindingDeps): ServedRoute[] {
  const { books, findings } = deps;

  return [
    serve(contract.listFindings, async ({ params, query, identity }) => {
      await books.getLive(params.id, identity.userId);
      const { rows, next } = await findings.listPresent(params.id, query);

      return reply(200, rows.map(presentFinding), nextLink(contract.listFindings, query, next, params));
    }),
    serve(contract.updateFinding, async ({ params, body, identity }) => {
      await books.getLive(params.id, identity.userId);
      const finding = await findings.setStatus(params.id, params.findingId, body.status);

      return reply(200, presentFinding(finding));
    }),
    serve(contract.decideContradiction, async ({ params, body, identity: { userId } }) => {
      const { id: bookId, findingId } = params;
      const decisionId = await resolveContradiction(deps, { bookId, userId, findingId, decision: body.decision });

      return reply(200, { decisionId });
    }),
    serve(contract.checkBook, async ({ params, body, identity: { userId }, sendProgress, signal }) => {
      const progress = await bookReads.run({ share: userId, signal }, () =>
        checkBook(deps, {
          bookId: params.id,
          userId,
          groups: body.groups,
          chapterIds: body.chapterIds,
          signal,
          onProgress: (reached) => sendProgress?.(reached),
        }),
      );

      return reply(200, progress);
    }),
  ];
}
