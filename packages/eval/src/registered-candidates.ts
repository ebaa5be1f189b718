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
import type { Contest } from './measure/figure.ts';
import { conflictRules } from './adapters/conflict-rules.ts';
import { createContextPrompt } from './adapters/context-prompt.ts';
import { leakScan } from './adapters/leak-scan.ts';
import { outlineNames, promptNames } from './adapters/name-finders.ts';
import { originClasses } from './adapters/origin-classes.ts';
import { passageMover } from './adapters/passage-mover.ts';
import { extractedFacts, extractedNames } from './adapters/story-extractor.ts';
import { voiceDistance } from './adapters/voice-distance.ts';
import { wordLedger } from './adapters/word-ledger.ts';
import { summariesPrompt } from './baselines/summaries-prompt.ts';

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
  names: { baselines: [outlineNames, promptNames], product: extractedNames },
  facts: { baselines: [], product: extractedFacts },
  conflicts: { baselines: [], product: conflictRules },
  leaks: { baselines: [], product: leakScan },
  voice: { baselines: [], product: voiceDistance },
  evidence: { baselines: [], product: passageMover },
  prompt: { baselines: [summariesPrompt], product: createContextPrompt() },
  provenance: { baselines: [originClasses], product: wordLedger },
};
