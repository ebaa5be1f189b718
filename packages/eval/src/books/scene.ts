import type { Random } from '../random.ts';
import type { Person, Thing } from './cast.ts';
import type { Place } from './book.ts';
import { createFill, type Filling } from './fill.ts';
import { actions, beats, composed, lines, settings, speechTags, thoughts } from './phrases/narration.ts';
import { inVoice, joinSentences, preferred, type Voice } from './voice.ts';

/** A text, and a callback that receives its position in the book. */
export interface Paragraph {
  readonly text: string;
  readonly onPlaced?: (place: Place) => void;
  /** Nothing else may stand in its paragraph. */
  readonly isAlone?: boolean;
  /** Sentences of the same paragraph that carry no fact, with a space. */
  readonly before?: string;
  readonly after?: string;
}

/** The people and the place of a scene, and the functions that write about them. */
export interface Scene {
  readonly random: Random;
  readonly pov: Person;
  /** Present besides the first; at least one. */
  readonly others: readonly [Person, ...Person[]];
  /** All who are alive, for those who speak about somebody. */
  readonly living: readonly Person[];
  readonly town: Thing;
  readonly fill: (template: string, filling: Filling) => string;
}

interface SceneOptions extends Omit<Scene, 'fill'> {
  readonly narrator: Person | null;
  readonly voice: Voice;
}

/** Full name or title at first, then mostly the usual name. */
function createMentions(random: Random): (person: Person) => string {
  const seen = new Set<Person>();
  return (person) => {
    const isFirst = !seen.has(person);
    seen.add(person);
    const titled = person.title === null ? null : `${person.title} ${person.last}`;
    if (titled !== null && !person.sharesLast && random.chance(isFirst ? 0.35 : 0.12)) return titled;
    return random.chance(isFirst ? 0.5 : 0.04) ? `${person.first} ${person.last}` : person.short;
  };
}

export class SceneWriter {
  readonly scene: Scene;
  readonly #options: SceneOptions;
  readonly #fillRaw: ReturnType<typeof createFill>;

  constructor(options: SceneOptions) {
    this.#options = options;
    const { random, narrator, voice, town } = options;
    this.#fillRaw = createFill({ random, narrator, adverbs: voice.adverbs, mention: createMentions(random) });
    const fill = (template: string, filling: Filling): string =>
      this.#fillRaw(template, { ...filling, roles: { P: town, ...filling.roles } });
    this.scene = { ...options, fill };
  }

  /** A paragraph of description with which a scene begins. */
  opening(): Paragraph {
    return { text: this.#narrate([...this.#pick(settings, 2), ...this.#pickActions(1)]) };
  }

  /** Paragraphs of dialogue, narration or thought. */
  filler(): Paragraph[] {
    const { random, voice } = this.#options;
    if (random.chance(voice.dialogue)) return this.#dialogue();
    if (random.chance(voice.thoughts)) return [{ text: this.#narrate(this.#pick(thoughts, 2)) }];
    const [least, most] = voice.paragraph;
    return [{ text: this.#narrate(this.#pickActions(random.int(least, most))) }];
  }

  /** Puts a planted text into a paragraph with ordinary sentences. */
  surround(paragraph: Paragraph): Paragraph {
    const { random } = this.#options;
    const { text, isAlone = false } = paragraph;
    if (isAlone || text.startsWith('“')) return paragraph;
    return {
      ...paragraph,
      before: random.chance(0.4) ? `${this.#narrate(this.#pick(settings, 1))} ` : '',
      after: random.chance(0.5) ? ` ${this.#narrate(this.#pickActions(random.int(1, 2)))}` : '',
    };
  }

  #pick(templates: readonly string[], count: number): string[] {
    const { random, voice } = this.#options;
    return random.shuffle(preferred(templates, voice, random)).slice(0, count);
  }

  #pickActions(count: number): string[] {
    const { random, voice } = this.#options;
    return Array.from({ length: count }, () =>
      random.pick(preferred(random.chance(0.6) ? composed : actions, voice, random)),
    );
  }

  #narrate(templates: readonly string[]): string {
    const { random, voice, pov, others } = this.#options;
    const sentences = templates.map((template, at) => {
      const repeats = template.startsWith('{A} ') && templates[at - 1]?.startsWith('{A} ');
      const text = repeats && random.chance(0.7) ? template.replace('{A}', '{A.He}') : template;
      return inVoice(this.scene.fill(text, { roles: { A: pov, B: random.pick(others) } }), voice, random);
    });
    return joinSentences(sentences, voice, random);
  }

  #dialogue(): Paragraph[] {
    const { random, voice, pov, others } = this.#options;
    const partner = random.pick(others);
    return this.#pick(lines, random.int(2, 6)).map((template, at) => {
      const [speaker, listener] = at % 2 === 0 ? [partner, pov] : [pov, partner];
      const roles = { S: speaker, L: listener, A: pov, P: this.#options.town };
      const line = inVoice(this.#fillRaw(template, { roles }, true), { ...voice, upon: 0, opened: 0 }, random);
      return { text: this.#speech(line, roles) };
    });
  }

  #speech(line: string, roles: Filling['roles']): string {
    const { random, voice } = this.#options;
    const said = random.chance(voice.exclamations) ? line.replace(/\.$/, '!') : line;
    if (random.chance(0.4)) return `“${said}”`;
    if (random.chance(0.2)) return `${this.scene.fill(random.pick(beats), { roles })} “${said}”`;
    const template = line.endsWith('?') && random.chance(0.5) ? 'asked {S}' : random.pick(speechTags);
    const tag = this.scene.fill(`x${template}`, { roles }).slice(1);
    return `“${said.replace(/\.$/, ',')}” ${tag}.`;
  }
}
