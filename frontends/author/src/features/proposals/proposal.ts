/** Text that AI offers and nobody has accepted yet. */
export type Proposal =
  | { readonly state: 'writing'; readonly text: string; readonly startedAt: number }
  | { readonly state: 'ready'; readonly text: string; readonly resultId: string; readonly words: number }
  /** Stopped by the author, or broken off; what had arrived may be kept. */
  | { readonly state: 'broken'; readonly text: string; readonly message: string };

export const stoppedText = 'Stopped. What had arrived is kept here.';
