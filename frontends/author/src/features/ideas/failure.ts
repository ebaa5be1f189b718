import { isRefusedByServer, messageOf } from '@inkbear/web-kit/api-error.ts';

/** A refusal shows the server's message; other failures show the tool's own text. */
export const failureText = ({ failed }: { readonly failed: { readonly sentence: string } }, error: unknown): string =>
  isRefusedByServer(error) ? messageOf(error, failed.sentence) : failed.sentence;
