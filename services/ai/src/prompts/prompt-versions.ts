import type { ProviderTaskKind } from '../generations/task.ts';

/**
 * The version of the prompt of each task, which is stored with each result. When a prompt changes by even one byte,
 * raise its version here, then write its golden file (`golden-prompts.test.ts`).
 */
const versions: Readonly<Record<ProviderTaskKind, number>> = {
  generate: 2,
  'plan-beats': 2,
  'write-part': 2,
  'find-facts': 2,
  'summarise-chapter': 2,
  'find-contradictions': 2,
  'argue-contradictions': 2,
  rewrite: 2,
  expand: 2,
  tone: 2,
  polish: 2,
  instruct: 1,
  extend: 2,
  options: 2,
  titles: 2,
  quiz: 2,
  outline: 2,
  coach: 2,
  'story-generate': 2,
  'story-polish': 2,
  'story-tone': 2,
  'story-length': 2,
  'story-enhance': 2,
};

/** E.g. `generate@3`. */
export const promptVersion = (kind: ProviderTaskKind): string => `${kind}@${versions[kind]}`;

export const providerTaskKinds = Object.keys(versions) as ProviderTaskKind[];
