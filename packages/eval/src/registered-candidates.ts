import type {
  ConflictFinder,
  EvidenceMover,
  FactFinder,
  LeakFinder,
  NameFinder,
  PromptBuilder,
  VoiceJudge,
  WordClassifier,
} from './candidates.ts';
import { chapterPrompt } from './adapters/chapter-prompt.ts';
import { leakScan } from './adapters/leak-scan.ts';
import { outlineNames, promptNames } from './adapters/name-finders.ts';
import { originClasses } from './adapters/origin-classes.ts';
import { passageMover } from './adapters/passage-mover.ts';
import { extractedFacts, extractedNames } from './adapters/story-extractor.ts';
import { voiceDistance } from './adapters/voice-distance.ts';

/** What is measured for one task: what the product has done so far, and what replaces it; null while that is not built. */
interface Contest<T> {
  readonly today: readonly T[];
  readonly now: T | null;
}

export interface Candidates {
  readonly names: Contest<NameFinder>;
  readonly facts: Contest<FactFinder>;
  readonly conflicts: Contest<ConflictFinder>;
  readonly leaks: Contest<LeakFinder>;
  readonly voice: Contest<VoiceJudge>;
  readonly evidence: Contest<EvidenceMover>;
  readonly prompt: Contest<PromptBuilder>;
  readonly provenance: Contest<WordClassifier>;
}

export const registeredCandidates: Candidates = {
  names: { today: [outlineNames, promptNames], now: extractedNames },
  facts: { today: [], now: extractedFacts },
  conflicts: { today: [], now: null },
  leaks: { today: [], now: leakScan },
  voice: { today: [], now: voiceDistance },
  evidence: { today: [], now: passageMover },
  prompt: { today: [chapterPrompt], now: null },
  provenance: { today: [originClasses], now: null },
};
