import type { NounPhrase, Phrase, VerbGroup } from './phrase-types.ts';
import type { Action, PrepositionalPhrase } from './statement-types.ts';
import type { TaggedWord } from './tagged-words.ts';

/** What the subjects of a part of a sentence do, by verb. */
export const readActions = (phrases: readonly Phrase[]): Action[] => new ActionReader(phrases).read();

const isComma = (phrase: Phrase | undefined): boolean => phrase?.kind === 'mark' && phrase.lower === ',';
const isFree = (phrases: readonly Phrase[], at: number): boolean => phrases[at - 1]?.kind !== 'preposition';

/** The noun phrase before a place, when only a comma stands between. */
export function lastNoun(phrases: readonly Phrase[], before: number): NounPhrase | null {
  const phrase = phrases[isComma(phrases[before - 1]) ? before - 2 : before - 1];
  return phrase?.kind === 'noun' ? phrase : null;
}

/** What may stand before the subject of another clause. */
const boundaries: ReadonlySet<Phrase['kind'] | undefined> = new Set<Phrase['kind']>([
  'conjunction',
  'mark',
  'other',
  'relative',
  'adverb',
  'noun',
]);
/** What may stand between a verb and its adjective. */
const betweenAdjectives: ReadonlySet<Phrase['kind']> = new Set<Phrase['kind']>([
  'adjective',
  'conjunction',
  'mark',
  'adverb',
]);

class ActionReader {
  readonly #phrases: readonly Phrase[];
  /** The indexes of all verbs. */
  readonly #verbs: readonly number[];

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
    this.#verbs = phrases.flatMap((phrase, at) => (phrase.kind === 'verb' ? [at] : []));
  }

  read(): Action[] {
    const actions: Action[] = [];
    let subject: NounPhrase | null = null;
    for (const [index, at] of this.#verbs.entries()) {
      const verb = this.#phrases[at];
      if (verb?.kind !== 'verb') continue;
      const own = this.#subjectOf(at, this.#verbs[index - 1] ?? -1, verb);
      const used: NounPhrase | null = own ?? (this.#isCoordinated(at) ? subject : null);
      subject = this.#nextSubject(at, verb, used, subject);
      if (used) actions.push(this.#actionOf(used, verb, at, this.#endOf(index)));
    }
    return actions;
  }

  /** The subject that “… and lived there” would have after this verb. */
  #nextSubject(at: number, verb: VerbGroup, used: NounPhrase | null, before: NounPhrase | null): NounPhrase | null {
    if (verb.isParticiple) return before;
    return used && this.#phrases[at - 1]?.kind === 'relative' ? before : used;
  }

  /** Skips adverbs to the left. */
  #before(at: number): number {
    let before = at - 1;
    while (this.#phrases[before]?.kind === 'adverb') before -= 1;
    return before;
  }

  #subjectOf(at: number, lastVerb: number, verb: VerbGroup): NounPhrase | null {
    const before = this.#before(at);
    const kind = this.#phrases[before]?.kind;
    if (kind === 'relative') return lastNoun(this.#phrases, before);
    if (verb.isParticiple) return this.#subjectOfParticiple(at);
    if (verb.isUnreal && kind === 'noun' && before > 0 && !isFree(this.#phrases, before)) return null;
    return this.#enclosedSubject(before, lastVerb) ?? this.#nearestSubject(before, lastVerb);
  }

  /** “Tom, a lean man with one eye, lived”: the subject is the name before the commas. */
  #enclosedSubject(before: number, lastVerb: number): NounPhrase | null {
    const [first, comma] = this.#phrases;
    const isEnclosed = lastVerb < 0 && isComma(comma) && this.#phrases[before]?.kind === 'mark';
    return isEnclosed && first?.kind === 'noun' && first.name ? first : null;
  }

  /** The free noun phrase before a finite verb. */
  #nearestSubject(from: number, lastVerb: number): NounPhrase | null {
    for (let at = from; at > lastVerb; at -= 1) {
      const phrase = this.#phrases[at];
      if (phrase?.kind === 'conjunction' && (at === from || this.#phrases[at - 1]?.kind !== 'noun')) return null;
      if (phrase?.kind !== 'noun' || !isFree(this.#phrases, at)) continue;
      if (lastVerb >= 0 && !this.#beginsClause(at, lastVerb)) return null;
      return this.#headOfApposition(at, phrase, lastVerb) ?? phrase;
    }
    return null;
  }

  /** Behind an earlier verb, a noun phrase is a new subject only after a comma, a conjunction or another boundary. */
  #beginsClause(at: number, lastVerb: number): boolean {
    return at - 1 === lastVerb || (at - 1 > lastVerb && boundaries.has(this.#phrases[at - 1]?.kind));
  }

  /** “Tom, a smith, lived”: the subject is Tom. */
  #headOfApposition(at: number, phrase: NounPhrase, lastVerb: number): NounPhrase | null {
    const name = this.#phrases[at - 2];
    if (at - 2 <= lastVerb || name?.kind !== 'noun' || !isComma(this.#phrases[at - 1])) return null;
    return name.name && !phrase.name && phrase.owner !== name && isFree(this.#phrases, at - 2) ? name : null;
  }

  #subjectOfParticiple(at: number): NounPhrase | null {
    const noun = lastNoun(this.#phrases, at);
    // “Born in Harrow, Mara …”
    return noun ?? (at === 0 ? this.#subjectAfterComma() : null);
  }

  #subjectAfterComma(): NounPhrase | null {
    for (const [at, phrase] of this.#phrases.entries()) {
      const next = this.#phrases[at + 1];
      if (isComma(phrase) && next?.kind === 'noun' && this.#phrases[at + 2]?.kind === 'verb') return next;
    }
    return null;
  }

  /** “… and worked as a baker” goes on with the subject before. */
  #isCoordinated(at: number): boolean {
    const phrase = this.#phrases[this.#before(at)];
    return phrase?.kind === 'conjunction' || isComma(phrase);
  }

  /** The index after the last phrase that belongs to a verb. */
  #endOf(index: number): number {
    const [verb = 0, next] = [this.#verbs[index], this.#verbs[index + 1]];
    if (next === undefined) return this.#phrases.length;
    const at = this.#before(next);
    const kind = this.#phrases[at]?.kind;
    if (kind === 'relative') return at;
    const isSubject = kind === 'noun' && isFree(this.#phrases, at) && this.#beginsClause(at, verb) && at - 1 !== verb;
    return Math.max(isSubject ? at : at + 1, verb + 1);
  }

  #actionOf(subject: NounPhrase, verb: VerbGroup, at: number, end: number): Action {
    const [objects, adjectives, attached]: [NounPhrase[], TaggedWord[], PrepositionalPhrase[]] = [[], [], []];
    let isPredicate = true;
    for (let index = at + 1; index < end; index += 1) {
      const [phrase, before] = [this.#phrases[index] as Phrase, this.#phrases[index - 1]];
      if (phrase.kind === 'mark' && !',—–'.includes(phrase.lower)) break;
      if (phrase.kind === 'adjective' && isPredicate) for (const word of phrase.words) adjectives.push(word);
      isPredicate &&= betweenAdjectives.has(phrase.kind);
      if (phrase.kind !== 'noun') continue;
      if (before?.kind === 'preposition') attached.push({ preposition: before.lower, noun: phrase });
      else objects.push(phrase);
    }
    return { subject, verb, objects, adjectives, attached };
  }
}
