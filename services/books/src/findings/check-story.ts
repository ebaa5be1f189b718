import { attributes } from '@inkbear/contracts/bible/attributes';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import type { FindingGroup, StoryFinding } from '@inkbear/contracts/bible/finding';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import type { OriginSpan } from '@inkbear/prose/origins';
import type {
  ChapterTime,
  ContradictingValues,
  ConfirmedFact,
  StoryStyle,
} from '@inkbear/story-analysis/continuity/checked-story';
import { findContradictions } from '@inkbear/story-analysis/continuity/find-contradictions';
import type { FoundName } from '@inkbear/story-analysis/extract/extract-names';
import { analyseStory } from '@inkbear/story-analysis/extract/extract-story';
import { describeFinding } from '@inkbear/story-analysis/scan/describe-finding';
import { measureAiPhraseRate, scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { ScanFinding, ScanRange } from '@inkbear/story-analysis/scan/scan-finding';
import { typedBlocks } from '@inkbear/story-analysis/voice/typed-blocks';

/** The chapters of a book that one check reads, in reading order. */
export interface StoryToCheck {
  readonly texts: readonly string[];
  /** Where each text was not typed; sorted. */
  readonly origins: readonly (readonly OriginSpan[])[];
  /** When each chapter happens. */
  readonly times: readonly ChapterTime[];
  /** A BCP 47 tag. Continuity is only checked in English. */
  readonly language: string;
  readonly groups: readonly FindingGroup[];
  /** What the author has written down or accepted in the story bible. */
  readonly confirmedFacts: readonly NamedConfirmedFact[];
  readonly style: StyleWithNames;
}

/** The style of a book, with the names of its point-of-view characters. */
export interface StyleWithNames extends Omit<StoryStyle, 'povNames'> {
  /** The names of the point-of-view characters. */
  readonly povNames: readonly (readonly string[])[];
}

/** A confirmed fact of an entry with all its names. */
export interface NamedConfirmedFact extends Omit<ConfirmedFact, 'name' | 'knownBy'> {
  /** The name and the aliases. */
  readonly names: readonly string[];
  /** The names of those who know it; null when everybody may. */
  readonly knownBy: readonly (readonly string[])[] | null;
}

/** A finding of one check: something that looks like a mistake, with its passages in the texts that were checked. */
export interface CheckResult {
  readonly group: FindingGroup;
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly text: string;
  readonly advice: string;
  readonly names: readonly string[];
  /** At least one, in reading order. */
  readonly places: readonly ScanRange[];
  readonly contradiction: StoryFinding['contradiction'];
}

/** Blocks of 500 typed words that are needed to measure how often the author uses a phrase. */
const minTypedBlocks = 4;
/** At most this many contradictions are kept. `scanBook` limits each of its groups itself, except AI phrases. */
const maxContradictions = 400;
const maxAiPhraseFindings = 200;

/** Finds mistakes by rules without AI. Takes time proportional to the texts, up to a few seconds. */
export function checkStory(story: StoryToCheck): CheckResult[] {
  const { texts, groups } = story;
  const scanned = scanBook({ chapters: texts, phrases: scanPhrases, ownAiPhraseRate: ownAiPhraseRate(story) });
  const wanted = groups.flatMap((group) => {
    if (group === 'continuity') return checkContinuity(story, scanned);
    return scanned
      .filter((finding) => finding.group === group)
      .slice(0, maxAiPhraseFindings)
      .map(describeScanned);
  });
  return wanted;
}

/** How often the author uses AI phrases in what they typed: times in 1,000 words; 0 when they typed too little. */
function ownAiPhraseRate({ texts, origins }: StoryToCheck): number {
  const blocks = typedBlocks(texts.map((text, index) => ({ text, origins: origins[index] ?? [] })));
  return blocks.length < minTypedBlocks ? 0 : measureAiPhraseRate(blocks.join('\n\n'), scanPhrases);
}

function checkContinuity(
  { texts, times, language, confirmedFacts, style }: StoryToCheck,
  scanned: readonly ScanFinding[],
): CheckResult[] {
  // Leftovers are not part of the story: “as an AI language model” contradicts nothing.
  const nonStoryPassages = scanned.filter(({ group }) => group === 'leak').flatMap(({ places }) => places);
  const story = analyseStory(texts, { language, attributes });
  const nameOf = createNameLookup(story.names);
  return findContradictions({
    ...story,
    times,
    attributes,
    confirmedFacts: confirmedFacts.map(({ names, knownBy, ...fact }) => ({
      ...fact,
      name: nameOf(names),
      knownBy: knownBy && knownBy.map(nameOf),
    })),
    nonStoryPassages,
    style: { ...style, povNames: style.povNames.map(nameOf) },
  })
    .slice(0, maxContradictions)
    .map((found) => ({
      group: 'continuity',
      advice: '',
      ...found,
      contradiction: found.contradiction ? describeValues(found.contradiction, story.names) : null,
    }));
}

/** Null when the story bible has no facts for such values, or when the name or a value is too long for it. */
function describeValues(values: ContradictingValues, names: readonly FoundName[]): StoryFinding['contradiction'] {
  const attribute = attributes.find(({ key }) => key === values.attribute);
  const longest = Math.max(values.first.length, values.second.length);
  if (!attribute || attribute.normaliser === 'entry' || longest > bibleLimits.value) return null;
  if (values.name.length > bibleLimits.name) return null;
  const found = names.find(({ name }) => name === values.name);
  const kind = attribute.kinds.find((each) => each === found?.kind) ?? attribute.kinds[0];
  const aliases = (found?.aliases ?? []).filter(({ length }) => length <= bibleLimits.name);
  return kind ? { ...values, kind, aliases: aliases.slice(0, bibleLimits.aliases) } : null;
}

/** Finds the name by which the texts call an entry that has these names. */
function createNameLookup(found: readonly FoundName[]): (texts: readonly string[]) => string {
  const names = new Map(found.flatMap(({ name, aliases }) => [name, ...aliases].map((text) => [text, name])));
  return (texts) => {
    const written = texts.find((text) => names.has(text));
    return (written !== undefined && names.get(written)) || (texts[0] ?? '');
  };
}

const describeScanned = (finding: ScanFinding): CheckResult => ({
  group: finding.group,
  rule: finding.rule,
  severity: finding.group === 'leak' ? 'warning' : 'note',
  ...describeFinding(finding),
  names: [],
  places: finding.places,
  contradiction: null,
});
