import type {
  ContradictionFinder,
  EvidenceMover,
  FactFinder,
  InjectionTarget,
  LeftoverFinder,
  NameFinder,
  PromptBuilder,
  ReplyReader,
  VoiceMetric,
  WordClassifier,
} from './candidates.ts';
import type { Comparison } from './measure/figure.ts';
import { conflictRules } from './adapters/conflict-rules.ts';
import { createContextPrompt } from './adapters/context-prompt.ts';
import { injectionTarget } from './adapters/injection-target.ts';
import { leftoverScan } from './adapters/leftover-scan.ts';
import { promptNames } from './adapters/name-finders.ts';
import { originClasses } from './adapters/origin-classes.ts';
import { passageMover } from './adapters/passage-mover.ts';
import { replyReader } from './adapters/reply-reader.ts';
import { extractedFacts, extractedNames } from './adapters/story-extractor.ts';
import { voiceDistance } from './adapters/voice-distance.ts';
import { provenanceClassifier } from './adapters/provenance-classifier.ts';
import { summariesPrompt } from './baselines/summaries-prompt.ts';

export interface Candidates {
  readonly names: Comparison<NameFinder>;
  readonly facts: Comparison<FactFinder>;
  readonly replies: Comparison<ReplyReader>;
  readonly injections: Comparison<InjectionTarget>;
  readonly conflicts: Comparison<ContradictionFinder>;
  readonly leftovers: Comparison<LeftoverFinder>;
  readonly voice: Comparison<VoiceMetric>;
  readonly evidence: Comparison<EvidenceMover>;
  readonly prompt: Comparison<PromptBuilder>;
  readonly provenance: Comparison<WordClassifier>;
}

export const registeredCandidates: Candidates = {
  names: { baselines: [promptNames], product: extractedNames },
  facts: { baselines: [], product: extractedFacts },
  replies: { baselines: [], product: replyReader },
  injections: { baselines: [], product: injectionTarget },
  conflicts: { baselines: [], product: conflictRules },
  leftovers: { baselines: [], product: leftoverScan },
  voice: { baselines: [], product: voiceDistance },
  evidence: { baselines: [], product: passageMover },
  prompt: { baselines: [summariesPrompt], product: createContextPrompt() },
  provenance: { baselines: [originClasses], product: provenanceClassifier },
};
