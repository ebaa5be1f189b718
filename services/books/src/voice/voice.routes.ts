import { getVoice } from '@inkbear/contracts/books/voice';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { readVoice, type VoiceDeps } from './read-voice.ts';

export const voiceRoutes = ({ bookReads, ...deps }: VoiceDeps & { readonly bookReads: FairSlots }): ServedRoute[] => [
  serve(getVoice, async ({ params, identity: { userId }, signal }) => {
    const report = await bookReads.run({ share: userId, signal }, () =>
      readVoice(deps, { bookId: params.id, userId, signal }),
    );

    return reply(200, report);
  }),
];
