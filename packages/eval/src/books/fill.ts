import type { Random } from '../random.ts';
import { fullName, type Named, nameOf, type Person } from './cast.ts';
import { wordLists } from './phrases/words.ts';

/** Who or what the letters of a template stand for, and the words that are given. */
export interface Filling {
  readonly roles: Readonly<Record<string, Named>>;
  readonly values?: Readonly<Record<string, string>>;
}

interface FillOptions {
  readonly random: Random;
  /** The character who tells the story, in a book in the first person. */
  readonly narrator: Person | null;
  /** The share of places for an adverb that get one. */
  readonly adverbs: number;
  /** How a person is called at this place. */
  readonly mention: (person: Person) => string;
}

const pronouns = {
  woman: { he: 'she', him: 'her', his: 'her', child: 'daughter', spouse: 'wife', sibling: 'sister' },
  man: { he: 'he', him: 'him', his: 'his', child: 'son', spouse: 'husband', sibling: 'brother' },
} as const;
const ofNarrator = { he: 'I', him: 'me', his: 'my' } as const;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withArticle = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
const token = /\{([^{}]+)\}/g;

/** Whether a position of a text is inside curly double quotation marks. */
const isInSpeech = (text: string, at: number): boolean => text.lastIndexOf('“', at) > text.lastIndexOf('”', at);

/** A function that replaces everything in braces; the result begins with a capital letter unless it is a part. */
export function createFill(options: FillOptions): (template: string, filling: Filling, isSpeech?: boolean) => string {
  const { random } = options;

  const property = (named: Named, name: string, isTold: boolean): string | undefined => {
    if (named.kind !== 'character') return undefined;
    if (name === 'full') return fullName(named);
    if (name === 'first') return named.first;
    if (name === 'last') return named.last;
    const words: Readonly<Record<string, string>> = { ...pronouns[named.gender], ...(isTold ? ofNarrator : {}) };
    const word = words[name.toLowerCase()];
    return word !== undefined && /^[A-Z]/.test(name) ? capitalised(word) : word;
  };
  const mention = (named: Named, isTold: boolean): string => {
    if (isTold) return 'I';
    return named.kind === 'character' ? options.mention(named) : nameOf(named);
  };
  const wordOf = (name: string, filling: Filling): string | undefined => {
    if (name === 'adv') return random.chance(options.adverbs) ? ` ${random.pick(wordLists['adverbWord'] ?? [])}` : '';
    const list = wordLists[name] ?? wordLists[name.charAt(0).toLowerCase() + name.slice(1)];
    if (!list) return undefined;
    const word = fill(random.pick(list), filling, false);
    return wordLists[name] ? word : capitalised(word);
  };
  const valueOf = (name: string, values: Readonly<Record<string, string>>): string | undefined => {
    const [how = '', key = ''] = name.split(' ');
    const value = values[key];
    if (how === 'an' || how === 'a') return value === undefined ? undefined : withArticle(value);
    if (how === 'Cap') return value === undefined ? undefined : capitalised(value);
    return values[name];
  };
  const fill = (template: string, filling: Filling, isSpeech: boolean): string =>
    template.replaceAll(token, (_whole, name: string, at: number) => {
      const [role = '', part] = name.split('.');
      const named = filling.roles[role];
      const isTold = named !== undefined && named === options.narrator && !isSpeech && !isInSpeech(template, at);
      const text = named
        ? part
          ? property(named, part, isTold)
          : mention(named, isTold)
        : (valueOf(name, filling.values ?? {}) ?? wordOf(name, filling));
      if (text === undefined) throw new Error(`No value for the placeholder {${name}} in “${template}”.`);
      return text;
    });
  return (template, filling, isSpeech = false) => capitalised(fill(template, filling, isSpeech));
}
