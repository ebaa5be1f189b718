import { getVoice } from '@inkbear/contracts/books/voice';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { readVoice, type VoiceDeps } from './read-voice.ts';

export const voiceRoutes = (deps: VoiceDeps): ServedRoute[] => [
  serve(getVoice, async ({ params, identity: { userId }, signal }) => {
    const report = await readVoice(deps, { bookId: params.id, userId, signal });

    return reply(200, report);
  }),
];
