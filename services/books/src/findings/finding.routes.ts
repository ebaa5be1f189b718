import * as contract from '@inkbear/contracts/bible/finding';
import * as internal from '@inkbear/contracts/bible/internal';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { checkBook, type CheckDeps } from './check-book.ts';
import { presentFinding } from './finding.presenter.ts';
import { type ContradictionDeps, resolveContradiction } from './resolve-contradiction.ts';
import { type ComparedFactsDeps, listComparedFacts } from './list-compared-facts.ts';
import { type ContradictionReportDeps, reportContradictions } from './report-contradictions.ts';

type FindingDeps = CheckDeps &
  ContradictionDeps &
  ComparedFactsDeps &
  ContradictionReportDeps & { readonly wholeBookSlots: FairSlots };

export function findingRoutes({ wholeBookSlots, ...deps }: FindingDeps): ServedRoute[] {
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
      const progress = await wholeBookSlots.run({ owner: userId, signal }, () =>
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
    serve(internal.readComparedFacts, async ({ params, query: { userId, chapterId }, signal }) => {
      const facts = await listComparedFacts(deps, { bookId: params.id, chapterId, job: { owner: userId, signal } });

      return reply(200, { facts });
    }),
    serve(internal.reportContradictions, async ({ params, body }) => {
      const count = await reportContradictions(deps, params.id, body);

      return reply(200, { findings: count });
    }),
  ];
}
