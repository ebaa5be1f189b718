import type { FoundName } from './extract-names.ts';
import { journeys, journeyVerbs, timeUnits } from './fact-words.ts';
import { draft, type FactDraft, type Pattern, type PatternContext, textBetween } from './pattern-context.ts';
import { dateAfter } from './patterns-life.ts';
import { minutesOfDuration, weekdayOf } from './value-times.ts';
import type { PrepositionalPhrase } from './statement-types.ts';
import type { TaggedWord } from './tagged-words.ts';

/** A duration in the words of a sentence. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Durations such as “two days”, “half a day”, “three-day” (before a noun). */
function durations({ words }: PatternContext): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { lower, lemma } = words[at] as TaggedWord;
    const compound = /^(\p{L}+|\d+)-(minute|hour|day|night|week|month|year)$/u.exec(lower);
    if (compound) {
      spans.push({ from: at, to: at + 1, text: `${compound[1] ?? ''} ${compound[2] ?? ''}s` });
      continue;
    }
    if (!timeUnits.has(lemma)) continue;
    const from = startOfDuration(words, at);
    const isHalf = words[at + 1]?.lower === 'and' && words[at + 2]?.lower === 'a' && words[at + 3]?.lower === 'half';
    const to = isHalf ? at + 4 : at + 1;
    const text = textBetween(words, from, to);
    if (from < at && minutesOfDuration(text) !== null) spans.push({ from, to, text });
  }
  return spans;
}

const amount = /^(?:a|an|half|full|whole|couple|of|and|long|good|the|quarter)$/;

function startOfDuration(words: readonly TaggedWord[], unit: number): number {
  let from = unit;
  while (from > Math.max(0, unit - 5)) {
    const word = words[from - 1] as TaggedWord;
    if (!amount.test(word.lower) && word.pos !== 'NUM') break;
    from -= 1;
  }
  while (from < unit && /^(?:of|and|the|long)$/.test(words[from]?.lower ?? '')) from += 1;
  return from;
}

const isPlace = (name: FoundName | null | undefined): name is FoundName =>
  name?.kind === 'place' || name?.kind === 'unknown';

/** The place after one of these words, anywhere in the sentence. */
function placeAfter({ words }: PatternContext, pattern: RegExp): FoundName | null {
  for (const [at, { lower }] of words.entries()) {
    if (!pattern.test(lower)) continue;
    const next = words[at + 1]?.lower === 'the' ? words[at + 2] : words[at + 1];
    if (isPlace(next?.name)) return next.name;
  }
  return null;
}

const journeyDraft = (from: FoundName | null, to: FoundName | null, { text, from: at }: Span): FactDraft[] =>
  from && to && from !== to ? [draft(from, 'travelTime', `${text} to ${to.name}`, { from: at })] : [];

/** “The ride from A to B took two days”, “A was two days' ride from B”, “It took two days to get from A to B”. */
const travel: Pattern = (context) => {
  const { words } = context;
  if (!words.some(({ lemma }) => journeys.has(lemma) || journeyVerbs.has(lemma) || lemma === 'lie' || lemma === 'be'))
    return [];
  const [span, second] = durations(context);
  if (!span || second) return [];
  const to = placeAfter(context, /^(?:to|reach|and)$/);
  const from = placeAfter(context, /^(?:from|between|leave)$/);
  if (isTaken(words, span) || isJourneyNoun(words, span)) {
    const done = journeyDraft(from, to, span);
    if (done.length > 0) return done;
  }
  return context.states
    .flatMap(({ subject, verb }) => distance(context, subject.name, verb?.to ?? -1, span))
    .concat(
      [...context.actionsWithVerb('lie', 'stand', 'sit')].flatMap(({ name, verb }) =>
        distance(context, name, verb.to, span),
      ),
    );
};

const isTaken = (words: readonly TaggedWord[], { from }: Span): boolean =>
  words.slice(Math.max(0, from - 4), from).some(({ lemma }) => lemma === 'take' || lemma === 'last');
const isJourneyNoun = (words: readonly TaggedWord[], { to }: Span): boolean =>
  words.slice(to, to + 4).some(({ lemma, pos }) => journeys.has(lemma) && pos !== 'ADP');

/** “A lay two days from B”, “A was two days' ride north of B”. */
function distance({ words }: PatternContext, name: FoundName | null, verbEnd: number, span: Span): FactDraft[] {
  if (!isPlace(name) || name.kind !== 'place' || span.from < verbEnd || span.from > verbEnd + 2) return [];
  for (let at = span.to; at < Math.min(span.to + 7, words.length - 1); at += 1) {
    const { lower } = words[at] as TaggedWord;
    if (/^[,;.]$/.test(lower)) return [];
    const next = words[at + 1]?.lower === 'the' ? words[at + 2] : words[at + 1];
    if ((lower === 'from' || lower === 'of') && isPlace(next?.name)) return journeyDraft(name, next.name, span);
  }
  return [];
}

const happening = /^(?:be|begin|start|happen|occur|take|hold|fight|fall|open|last|end)$/;

/** “The Battle of Harrow was fought on Tuesday, 4 March 1802, at Low Bridge, and lasted three days.” */
const events: Pattern = (context) => {
  const { words } = context;
  const statements = [
    ...context.actions,
    ...context.states.flatMap((state) => (state.verb ? [{ ...state, verb: state.verb, objects: [] }] : [])),
  ];
  return statements.flatMap(({ subject, verb, attached }) => {
    const name = context.resolve(subject);
    if (name?.kind !== 'event' || !happening.test(verb.lemma)) return [];
    const add = (attribute: string, value: string | null | undefined): FactDraft[] =>
      value ? [draft(name, attribute, value, verb)] : [];
    const isSpan = verb.lemma === 'last' || verb.lemma === 'take';
    const span = isSpan ? durations(context).find(({ from }) => from >= verb.to) : undefined;
    return [
      ...add('date', verb.lemma === 'last' ? null : dateAfter(context, verb.to)),
      ...add('weekday', weekdayIn(words.slice(verb.to, verb.to + 10))),
      ...add('venue', venueOf(attached)?.name),
      ...add('duration', span?.text),
    ];
  });
};

const venueOf = (attached: readonly PrepositionalPhrase[]): FoundName | null =>
  attached
    .map(({ preposition, noun }) => (/^(?:in|at|on)$/.test(preposition) && isPlace(noun.name) ? noun.name : null))
    .find((name) => name !== null) ?? null;

/** “Tuesday” of “on a Tuesday”. */
function weekdayIn(words: readonly TaggedWord[]): string | null {
  const on = words.findIndex(({ lower }) => lower === 'on');
  const day = on < 0 ? undefined : words.slice(on + 1, on + 3).find(({ text }) => weekdayOf(text) !== null);
  return day?.text ?? null;
}

export const timePatterns: readonly Pattern[] = [travel, events];
