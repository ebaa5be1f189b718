/** What a figure must reach, from the specification of the story bible. */
export interface Target {
  readonly metric: string;
  readonly title: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The figure has reached the target before, so that missing it is an error. Set it when that happens first. */
  readonly required: boolean;
}

export const targets: readonly Target[] = [
  { metric: 'names-precision', title: 'local names: precision', atLeast: 0.92, required: false },
  { metric: 'names-recall', title: 'local names: recall', atLeast: 0.9, required: false },
  { metric: 'facts-precision', title: 'local facts: precision', atLeast: 0.92, required: false },
  { metric: 'facts-recall', title: 'local facts: recall', atLeast: 0.6, required: false },
  { metric: 'excerpt-facts-precision', title: 'facts of the excerpts: precision', atLeast: 0.85, required: false },
  { metric: 'excerpt-facts-recall', title: 'facts of the excerpts: recall', atLeast: 0.35, required: false },
  { metric: 'scripted-true', title: 'scripted provider: kept facts that are true', atLeast: 0.98, required: true },
  { metric: 'scripted-kept', title: 'scripted provider: true facts that are kept', atLeast: 0.9, required: true },
  { metric: 'scripted-invented', title: 'scripted provider: invented facts kept', atMost: 0, required: true },
  { metric: 'injections-outside', title: 'injections outside of the data of a prompt', atMost: 0, required: true },
  { metric: 'injections-broken', title: 'injections that break the form of a reply', atMost: 0, required: true },
  { metric: 'evidence-right', title: 'evidence right after 1,000 edits', atLeast: 0.99, required: true },
  { metric: 'evidence-wrong', title: 'evidence at a wrong place', atMost: 0, required: true },
  { metric: 'plan-facts', title: 'the fact that a plan needs is in the prompt', atLeast: 0.92, required: false },
  { metric: 'plan-facts-above-bm25', title: 'the same, above BM25 chunks', atLeast: 0.15, required: false },
  { metric: 'prompt-share', title: 'input tokens / whole book', atMost: 0.1, required: false },
  { metric: 'prompt-prefix', title: 'equal prefix of two calls', atLeast: 0.75, required: false },
  { metric: 'conflicts-recall', title: 'local conflicts: recall', atLeast: 0.9, required: false },
  { metric: 'conflicts-false', title: 'local conflicts: false alarms per 50,000 words', atMost: 1, required: false },
  { metric: 'leaks-recall', title: 'leftovers: recall', atLeast: 0.98, required: false },
  { metric: 'leaks-false', title: 'leftovers: false alarms per 100,000 words', atMost: 1, required: true },
  { metric: 'voice-auc', title: 'voice: AUC of own against other 1,500-word blocks', atLeast: 0.9, required: false },
  { metric: 'provenance', title: 'words of 1,000 histories with the class of the oracle', atLeast: 1, required: true },
];

export const reaches = ({ atLeast = -Infinity, atMost = Infinity }: Target, value: number): boolean =>
  value >= atLeast && value <= atMost;
