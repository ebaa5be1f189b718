import { countWords } from '@inkbear/prose/word-count';
import { createRandom, type Random } from '../random.ts';
import type { BookChapter, GeneratedBook } from './book.ts';
import { Calendar } from './calendar.ts';
import { type Cast, createCast, mainCharacters, type Named, type Person } from './cast.ts';
import { ShuffleBag } from './shuffle-bag.ts';
import { allNamed, planNextChapters } from './next-chapter.ts';
import { namingPhrases, passingPhrases } from './phrases/naming-phrases.ts';
import { planStory } from './plan-story.ts';
import { type Paragraph, SceneWriter } from './scene.ts';
import type { StoryPlan } from './story-plan.ts';
import { impliedFacts, truthEntriesOf } from './truth-entries.ts';
import { plainVoice, type Voice } from './voice.ts';

export interface BookOptions {
  readonly seed: number;
  /** The length, from 20,000 to 200,000 words; the book is a little longer. */
  readonly words: number;
  readonly person?: 'first' | 'third';
  readonly voice?: Voice;
  /** The quotation marks of the dialogue; the seed chooses when they are not given. */
  readonly quotes?: keyof typeof quoteStyles;
  /** How many plans of the next chapter are made. */
  readonly plans?: number;
}

const wordsPerChapter = 3000;
const scenesPerChapter = 3;
/** The character who tells a book in the first person; one with a brother or sister. */
const narratorAt = 5;

type Quotes = readonly [string, string];
const quoteStyles = {
  curly: ['“', '”'],
  straight: ['"', '"'],
  single: ['‘', '’'],
} as const satisfies Record<string, Quotes>;

/** Writes a novel, and what is true in it. The same options give the same book. */
export function generateBook(options: BookOptions): GeneratedBook {
  const { seed, words, person = seed % 2 === 0 ? 'first' : 'third', voice = plainVoice } = options;
  const random = createRandom(seed);
  const cast = createCast(random.fork('cast'), words);
  const chapterCount = Math.max(5, Math.round(words / wordsPerChapter));
  const narrator = person === 'first' ? (cast.people[narratorAt] ?? null) : null;
  const calendar = new Calendar(random.fork('calendar'), chapterCount);
  const plan = planStory({ random: random.fork('plan'), cast, chapterCount, narrator }, { words, calendar });
  const writer = new BookWriter(plan, random.fork('text'), { ...options, voice });
  const chapters = Array.from({ length: chapterCount }, (_item, at) => writer.write(at, words / chapterCount));
  const text = chapters.map((chapter) => chapter.text).join('\n\n');
  return {
    seed,
    title: `The Road from ${cast.towns[0]?.name ?? ''}`,
    synopsis: `A story of ${writer.leads.map(({ first, last }) => `${first} ${last}`).join(' and ')}.`,
    outline: '',
    style: { person, povEntryIds: writer.leads.map(({ id }) => id), tense: 'past' },
    chapters,
    entries: truthEntriesOf(plan, text),
    facts: [...plan.facts, ...impliedFacts(plan)],
    progressions: plan.progressions,
    conflicts: plan.conflicts,
    leftovers: plan.leftovers,
    traps: plan.traps,
    confirmed: plan.confirmed,
    plans: planNextChapters(plan, random.fork('next'), options.plans ?? 20),
  };
}

class BookWriter {
  readonly leads: readonly Person[];
  readonly #plan: StoryPlan;
  readonly #random: Random;
  readonly #voice: Voice;
  readonly #quotes: Quotes;
  readonly #names: ShuffleBag<Named>;
  readonly #others: ShuffleBag<Person>;
  readonly #passing: string[];

  constructor(plan: StoryPlan, random: Random, { voice, quotes }: { voice: Voice } & Pick<BookOptions, 'quotes'>) {
    this.#plan = plan;
    this.#random = random;
    this.#voice = voice;
    const { cast, narrator } = plan;
    this.leads = narrator ? [narrator] : cast.people.slice(0, mainCharacters);
    const chosen = random.pick(Object.values(quoteStyles));
    this.#quotes = quotes ? quoteStyles[quotes] : chosen;
    this.#names = new ShuffleBag(random, thingsOf(cast));
    this.#others = new ShuffleBag(
      random,
      cast.people.filter((person) => !this.leads.includes(person)),
    );
    this.#passing = [...cast.passing];
  }

  write(chapter: number, words: number): BookChapter {
    const passages = this.#plan.plantedPassages.filter((passage) => passage.chapter === chapter);
    const perScene = Math.ceil(passages.length / scenesPerChapter);
    const paragraphs: Paragraph[] = [];
    for (let scene = 0; scene < scenesPerChapter; scene += 1) {
      if (scene > 0) paragraphs.push({ text: '***' });
      const writer = this.#createScene(chapter);
      const planted = passages.slice(scene * perScene, (scene + 1) * perScene).map(
        ({ write }) =>
          () =>
            write(writer.scene),
      );
      for (const paragraph of this.#writeScene(writer, planted, words / scenesPerChapter)) paragraphs.push(paragraph);
    }
    return { id: `chapter-${chapter + 1}`, title: `Chapter ${chapter + 1}`, text: this.#join(chapter, paragraphs) };
  }

  #createScene(chapter: number): SceneWriter {
    const random = this.#random;
    const { cast, narrator } = this.#plan;
    const living = cast.people.filter((person) => this.#plan.isAlive(person, chapter));
    const pov = random.pick(this.leads.filter((lead) => living.includes(lead)));
    const first = this.#nextOther(living);
    const second = this.#nextOther(living);
    const others: [Person, ...Person[]] = second === first ? [first] : [first, second];
    const town = random.pick(cast.towns);
    return new SceneWriter({ random, pov, others, living, town, narrator, voice: this.#voice });
  }

  #nextOther(living: readonly Person[]): Person {
    let person = this.#others.next();
    while (!living.includes(person)) person = this.#others.next();
    return person;
  }

  /** Spreads what is planted between the paragraphs that say nothing. */
  #writeScene(writer: SceneWriter, planted: readonly (() => Paragraph[])[], words: number): Paragraph[] {
    const inserts = [...planted, ...this.#namings(writer)];
    const result: Paragraph[] = [writer.opening()];
    let count = countWords(result[0]?.text ?? '');
    let inserted = 0;
    const add = (paragraphs: readonly Paragraph[]): void => {
      for (const paragraph of paragraphs) {
        result.push(paragraph);
        count += countWords((paragraph.before ?? '') + paragraph.text + (paragraph.after ?? ''));
      }
    };
    while (count < words || inserted < inserts.length) {
      add(writer.filler());
      while (inserted < inserts.length && inserted / inserts.length <= count / words) {
        add((inserts[inserted]?.() ?? []).map((paragraph) => writer.surround(paragraph)));
        inserted += 1;
      }
    }
    return result;
  }

  #namings({ scene }: SceneWriter): (() => Paragraph[])[] {
    const random = this.#random;
    const named = [this.#names.next(), this.#names.next(), this.#names.next()];
    const passing = random.chance(0.3) ? this.#passing.pop() : undefined;
    return [
      ...named.map((entry) => () => {
        const template = random.pick(namingPhrases[entry.kind] ?? []);
        return [{ text: scene.fill(template, { roles: { N: entry } }) }];
      }),
      ...(passing === undefined
        ? []
        : [() => [{ text: scene.fill(random.pick(passingPhrases), { roles: {}, values: { name: passing } }) }]]),
    ];
  }

  #join(chapter: number, paragraphs: readonly Paragraph[]): string {
    const [open, close] = this.#quotes;
    const texts: string[] = [];
    let from = 0;
    for (const { text, onPlaced, before = '', after = '' } of paragraphs) {
      const whole = before + text + after;
      onPlaced?.({ chapter, from: from + before.length, to: from + before.length + text.length });
      texts.push(whole.replaceAll('“', open).replaceAll('”', close));
      from += whole.length + 2;
    }
    return texts.join('\n\n');
  }
}

/** Names that no scene needs, so that they are mentioned now and then. */
const thingsOf = (cast: Cast): Named[] => allNamed(cast).filter(({ kind }) => kind !== 'character');
