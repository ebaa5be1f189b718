import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import type { ClientReply, Route } from '@inkbear/contracts/route';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { type Answer, type CallArguments, callFully } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminSession } from './admin-session.ts';
import { endSession } from './end-session.ts';

/** The call came too late: the session had ended, and the admin was told. Nobody needs to say anything more. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

/** The header of every admin call; empty without a session. */
export const tokenHeader = (): Record<string, string> => {
  const session = adminSession.read();
  return session === null ? {} : { [adminTokenHeader]: session.token };
};

/** As `callFully`, as the admin. */
export async function adminCallFully<R extends Route>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<Answer<ClientReply<R>>> {
  const given = { ...input, headers: { ...input?.headers, ...tokenHeader() } };
  try {
    return await callFully(route, ...([given] as unknown as CallArguments<R>));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    endSession();
    throw new SessionEnded();
  }
}

/** As `call`, as the admin. */
export const adminCall = async <R extends Route>(route: R, ...input: CallArguments<R>): Promise<ClientReply<R>> =>
  (await adminCallFully(route, ...input)).body;

const retry = (count: number, error: Error): boolean =>
  count < 1 && !(error instanceof SessionEnded) && !(error instanceof ApiError && error.status < 500);

/** What every read of an admin has: numbers are looked at again each time, and only a broken server is asked twice. */
export const adminReadOptions = { staleTime: 0, retry } as const;

/** As `read`, as the admin. */
export function adminRead<R extends Route>(route: R, ...input: CallArguments<R>) {
  return queryOptions({
    queryKey: readKey(route, ...input),
    queryFn: ({ signal }): Promise<ClientReply<R>> =>
      adminCall(route, ...([{ ...input[0], signal }] as unknown as CallArguments<R>)),
    ...adminReadOptions,
  });
}
