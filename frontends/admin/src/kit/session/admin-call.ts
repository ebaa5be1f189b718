import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import type { ClientReply, Route } from '@inkbear/contracts/route';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { type CallResult, type CallArguments, callWithHeaders } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminSession } from './admin-session.ts';
import { expireSession } from './expire-session.ts';

/** Thrown for a 401: the session has expired, and a toast was shown. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/** The key prefix of all admin reads, for invalidation and removal. */
export const adminReadsKey = ['api', 'admin'] as const;

/** The header of every admin call; empty without a session. */
export const tokenHeader = (): Record<string, string> => {
  const session = adminSession.read();
  return session === null ? {} : { [adminTokenHeader]: session.token };
};

/** `callWithHeaders` with the admin's token. */
export async function adminCallWithHeaders<R extends Route>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<CallResult<ClientReply<R>>> {
  const inputWithToken = { ...input, headers: { ...input?.headers, ...tokenHeader() } };
  try {
    return await callWithHeaders(route, ...([inputWithToken] as unknown as CallArguments<R>));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    expireSession();
    throw new SessionEndedError();
  }
}

/** `call` with the admin's token. */
export const adminCall = async <R extends Route>(route: R, ...input: CallArguments<R>): Promise<ClientReply<R>> =>
  (await adminCallWithHeaders(route, ...input)).body;

/** Retries once, and only when the server or the network failed. */
const retry = (count: number, error: Error): boolean =>
  count < 1 && !(error instanceof SessionEndedError) && !(error instanceof ApiError && error.status < 500);

/** Options of every admin read: figures are refetched whenever a screen opens. */
export const adminReadOptions = { staleTime: 0, retry } as const;

/** `read` with the admin's token. */
export function adminRead<R extends Route>(route: R, ...input: CallArguments<R>) {
  return queryOptions({
    queryKey: readKey(route, ...input),
    queryFn: ({ signal }): Promise<ClientReply<R>> =>
      adminCall(route, ...([{ ...input[0], signal }] as unknown as CallArguments<R>)),
    ...adminReadOptions,
  });
}
