import type { Dialect, Finding } from '@inkbear/prose/grammar/finding';

export type CheckRequest =
  | { readonly kind: 'check'; readonly id: number; readonly text: string; readonly dialect: Dialect }
  /** Adds findings of the server's check for this text. */
  | { readonly kind: 'add-server-findings'; readonly text: string; readonly findings: readonly Finding[] };
export interface CheckReply {
  readonly id: number;
  readonly findings: Finding[];
}
