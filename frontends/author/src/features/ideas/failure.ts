import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';

/** A refusal (4xx) shows the server's message; other failures show the tool's own text. */
export const failureText = ({ failed }: { readonly failed: { readonly sentence: string } }, error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? messageOf(error, failed.sentence) : failed.sentence;
