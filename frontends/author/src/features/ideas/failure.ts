import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';

/** A refusal says why in the server's words; whatever broke is told in the tool's own. */
export const failureText = ({ failed }: { readonly failed: { readonly sentence: string } }, error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? messageOf(error, failed.sentence) : failed.sentence;
