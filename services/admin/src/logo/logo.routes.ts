import { getLogoFile, logoMaxBytes, uploadLogo, uploadLogoDirectly } from '@inkbear/contracts/admin/logo';
import { getSiteLogo } from '@inkbear/contracts/admin/site';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import { actorOf, type Identity } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute, serveUpload, type UploadedFile } from '@inkbear/service-kit/serve';
import { reencodeLogo } from './reencode-logo.ts';
import type { LogoRepository, LogoRow } from './logo.repository.ts';
import { parseLogoUpload, requireAdmin } from './receive-logo.ts';

interface Deps {
  logos: LogoRepository;
  outbox: Outbox;
  peers: Peers;
  clock: Clock;
  newId: NewId;
  recordAdminAction: RecordAdminAction;
}

const urlOf = ({ filename }: Pick<LogoRow, 'filename'>): string => `/api/site-logo/${filename}`;
const maxNameLength = 200;

/** Makes an image the site's logo. The previous one stays available at its own URL. */
async function replaceLogo(
  { logos, outbox, clock, newId, recordAdminAction }: Deps,
  identity: Identity,
  file: UploadedFile | null,
): Promise<string> {
  if (!file) throw new ProblemError('admin.logo_missing');
  if (file.buffer.length > logoMaxBytes) throw new ProblemError('admin.logo_too_large');
  const { kind, data, filename } = await reencodeLogo(file.buffer);
  const logo: LogoRow = {
    _id: newId(),
    filename,
    kind,
    data,
    originalName: file.originalname.slice(0, maxNameLength),
    mimetype: 'image/webp',
    size: file.buffer.length,
    uploadedBy: actorOf(identity),
    uploadedAt: clock.now(),
    isActive: true,
  };
  await outbox.run(async (transaction) => {
    const before = await logos.findActive(transaction.session);
    await logos.replaceActive(logo, transaction.session);
    await recordAdminAction(transaction, actorOf(identity), {
      action: 'logo.uploaded',
      target: logo._id,
      before: before ? { url: urlOf(before) } : null,
      after: { url: urlOf(logo) },
    });
  });
  return urlOf(logo);
}

export function logoRoutes(deps: Deps): ServedRoute[] {
  const { logos, peers } = deps;
  return [
    ...[uploadLogo, uploadLogoDirectly].map((route) =>
      serveUpload(route, [requireAdmin(peers), parseLogoUpload], async ({ identity, file }) =>
        reply(200, { message: 'The logo was uploaded.', url: await replaceLogo(deps, identity, file) }),
      ),
    ),

    serve(getSiteLogo, async () => {
      const logo = await logos.findActive();
      return reply(200, logo ? { url: urlOf(logo), isActive: true } : { url: null, isActive: false });
    }),

    serve(getLogoFile, async ({ params }) => {
      const image = await logos.findImage(params.file);
      if (!image) throw new ProblemError('request.not_found');
      return reply(200, image, {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      });
    }),
  ];
}
