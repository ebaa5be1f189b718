import { toCardinal as dutch } from 'n2words/nl-NL';
import { toCardinal as american } from 'n2words/en-US';
import { toCardinal as british } from 'n2words/en-GB';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as italian } from 'n2words/it-IT';
import { toCardinal as polish } from 'n2words/pl-PL';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as swedish } from 'n2words/sv-SE';

/** Languages whose words the press can hyphenate, and in which it can write the headings that it adds. */
export type SupportedLanguage = 'en-GB' | 'en-US' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv';

/** What the press itself writes into a book. */
export interface BookTerms {
  readonly chapter: string;
  readonly contents: string;
  readonly introduction: string;
  readonly page: string;
  /** A number in words, in lower case. */
  readonly inWords: (number: number) => string;
}

type Headings = Omit<BookTerms, 'inWords'>;
const english: Headings = { chapter: 'Chapter', contents: 'Contents', introduction: 'Introduction', page: 'page' };

const terms: Readonly<Record<SupportedLanguage, BookTerms>> = {
  'en-GB': { ...english, inWords: british },
  'en-US': { ...english, inWords: american },
  de: { chapter: 'Kapitel', contents: 'Inhalt', introduction: 'Einleitung', page: 'Seite', inWords: german },
  fr: {
    chapter: 'Chapitre',
    contents: 'Table des matières',
    introduction: 'Introduction',
    page: 'page',
    inWords: french,
  },
  es: { chapter: 'Capítulo', contents: 'Índice', introduction: 'Introducción', page: 'página', inWords: spanish },
  it: { chapter: 'Capitolo', contents: 'Indice', introduction: 'Introduzione', page: 'pagina', inWords: italian },
  nl: { chapter: 'Hoofdstuk', contents: 'Inhoud', introduction: 'Inleiding', page: 'pagina', inWords: dutch },
  pt: { chapter: 'Capítulo', contents: 'Índice', introduction: 'Introdução', page: 'página', inWords: portuguese },
  pl: { chapter: 'Rozdział', contents: 'Spis treści', introduction: 'Wstęp', page: 'strona', inWords: polish },
  sv: { chapter: 'Kapitel', contents: 'Innehåll', introduction: 'Inledning', page: 'sida', inWords: swedish },
};

const isSupported = (tag: string): tag is SupportedLanguage => tag in terms;

/**
 * The supported language of a BCP 47 tag: `en` and its regions other than the United States are British English.
 * Undefined for other languages.
 */
export const supportedLanguage = (tag: string): SupportedLanguage | undefined => {
  const [base = '', region = ''] = tag.toLowerCase().split(/[-_]/);
  if (base === 'en') return region === 'us' ? 'en-US' : 'en-GB';
  return isSupported(base) ? base : undefined;
};

/** The terms of a language; for languages that are not supported the English ones. */
export const termsOf = (tag: string): BookTerms => terms[supportedLanguage(tag) ?? 'en-GB'];
