import type { ProviderTaskKind } from '../generations/task.ts';

/**
 * The version of the prompt of each task, which is stored with each result. When a prompt changes by even one byte,
 * raise its version here, then write its golden file (`golden-prompts.test.ts`).
 */
const versions: Readonly<Record<ProviderTaskKind, number>> = {
  generate: 1,
  'plan-beats': 1,
  'write-part': 1,
  'find-facts': 1,
  'summarise-chapter': 1,
  'find-contradictions': 1,
  'argue-contradictions': 1,
  rewrite: 1,
  expand: 1,
  tone: 1,
  polish: 1,
  extend: 1,
  options: 1,
  titles: 1,
  quiz: 1,
  outline: 1,
  coach: 1,
  'story-generate': 1,
  'story-polish': 1,
  'story-tone': 1,
  'story-length': 1,
  'story-enhance': 1,
};

/** E.g. `generate@3`. */
export const promptVersion = (kind: ProviderTaskKind): string => `${kind}@${versions[kind]}`;

export const providerTaskKinds = Object.keys(versions) as ProviderTaskKind[];
