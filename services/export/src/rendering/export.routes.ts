import type { IncomingHttpHeaders } from 'node:http';
import { exportStoryFinished } from '@inkbear/contracts/events';
import { exportBookPdf, exportOutlinePdf, exportProvenancePdf, exportStoryPdf } from '@inkbear/contracts/export/export';
import { readStoryForOwner } from '@inkbear/contracts/stories/internal';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment, inline } from './attachment.ts';
import { exportBook, exportChapter, exportOutline, exportProvenance, requireBookExport } from './export-book.ts';
import { toStoryManuscript } from './manuscript.ts';
import { measureExport } from './measure-export.ts';
import { requireSupportedScript } from './script-problem.ts';
import type { TypesettingPool } from './typesetting-pool.ts';

interface Deps {
  typesetting: TypesettingPool;
  peers: Peers;
  entitlements: Entitlements;
  outbox: Outbox;
  clock: Clock;
  /** The origin of our own pages. */
  publicOrigin: string;
}

/**
 * True when one of our own pages caused the request. A link in a mail program has the value `none`, as a typed address
 * has. Browsers send `Sec-Fetch-Site` only to https and to this machine; without it `Referer` decides.
 */
const isFromOwnPage = (headers: IncomingHttpHeaders, publicOrigin: string): boolean =>
  headers['sec-fetch-site'] === undefined
    ? URL.parse(headers.referer ?? '')?.origin === publicOrigin
    : headers['sec-fetch-site'] === 'same-origin';

export function exportRoutes(deps: Deps): ServedRoute[] {
  const { typesetting, peers, outbox, publicOrigin } = deps;

  return [
    serve(exportBookPdf, async ({ params, body, identity: { userId }, signal }) => {
      const request = { bookId: params.id, userId, signal };
      const chapterId = body.chapterId ?? undefined;
      await requireBookExport(deps, { bookId: params.id, userId, chapterId });
      const format = chapterId === undefined ? body.subFormat : 'chapter';
      const { pdf, fileName } = await measureExport(format, signal, () =>
        typesetting.withProcess({ owner: userId, signal }, (typeset) =>
          chapterId === undefined
            ? exportBook(deps, typeset, { ...request, edition: body.subFormat })
            : exportChapter(deps, typeset, { ...request, chapterId }),
        ),
      );

      return reply(200, pdf, attachment(fileName));
    }),

    serve(exportOutlinePdf, async ({ params, identity: { userId }, signal }) => {
      const { pdf, fileName } = await measureExport('outline', signal, () =>
        typesetting.withProcess({ owner: userId, signal }, (typeset) =>
          exportOutline(deps, typeset, { bookId: params.id, userId, signal }),
        ),
      );

      return reply(200, pdf, attachment(fileName));
    }),

    serve(exportProvenancePdf, async ({ params, identity: { userId }, signal }) => {
      const { pdf, fileName } = await measureExport('origins', signal, () =>
        typesetting.withProcess({ owner: userId, signal }, (typeset) =>
          exportProvenance(deps, typeset, { bookId: params.id, userId, signal }),
        ),
      );

      return reply(200, pdf, inline(fileName));
    }),

    serve(exportStoryPdf, ({ params, identity: { userId }, headers, signal }) =>
      measureExport('story', signal, () =>
        typesetting.withProcess({ owner: userId, signal }, async (typeset) => {
          const story = await peers.call(readStoryForOwner, { params, query: { userId }, timeoutMs: 10_000, signal });
          const manuscript = toStoryManuscript(story);
          requireSupportedScript(manuscript, 'use plain text instead');
          const pdf = await typeset({ kind: 'story', manuscript });
          // The browser sends the session cookie for links on other sites, too, so following one must change nothing.
          if (isFromOwnPage(headers, publicOrigin))
            await outbox.run(({ emit }) => emit(exportStoryFinished, story.id, { userId, storyId: story.id }));

          return reply(200, pdf, inline(`${story.title}.pdf`));
        }),
      ),
    ),
  ];
}
