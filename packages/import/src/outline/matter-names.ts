import type { SectionRole } from '../document/source-document.ts';

/** The titles of front and back matter in the languages of the press, in lower case. */
const names: readonly (readonly [SectionRole, string])[] = [
  ['title-page', 'title page|titelseite|page de titre'],
  [
    'contents',
    'contents|table of contents|inhalt|inhaltsverzeichnis|table des matières|sommaire|índice|contenido|indice|sommario|inhoud|inhoudsopgave|sumário|spis treści|innehåll|innehållsförteckning|sisällys',
  ],
  ['copyright', 'copyright|copyright page|imprint|impressum|mentions légales|colofon|colophon|créditos'],
  ['dedication', 'dedication|widmung|dédicace|dedicatoria|dedica|opdracht|dedicatória|dedykacja|dedikation'],
  ['epigraph', 'epigraph|motto|épigraphe|epígrafe|epigrafe'],
  ['foreword', 'foreword|vorwort|avant-propos|prefazione|voorwoord|przedmowa|förord'],
  ['preface', 'preface|préface|prefacio|prefácio'],
  ['introduction', 'introduction|einleitung|introducción|introduzione|inleiding|introdução|wstęp|inledning'],
  [
    'acknowledgements',
    'acknowledgements|acknowledgments|acknowledgement|acknowledgment|danksagung|remerciements|agradecimientos|ringraziamenti|dankwoord|agradecimentos|podziękowania|tack|kiitokset',
  ],
  [
    'also-by',
    'also by the author|also by this author|by the same author|other books by the author|du même auteur|dello stesso autore|von derselben autorin|vom selben autor',
  ],
  [
    'afterword',
    'afterword|author’s note|a note from the author|historical note|nachwort|postface|posfacio|postfazione|nawoord|posfácio|posłowie|efterord',
  ],
  ['notes', 'notes|endnotes|anmerkungen|notas|note|noten|przypisy|noter'],
  [
    'about-author',
    'about the author|about the authors|about me|über den autor|über die autorin|à propos de l’auteur|sobre el autor|sobre la autora|sull’autore|l’autore|over de auteur|sobre o autor|sobre a autora|o autorze|o autorce|om författaren',
  ],
  ['excerpt', 'excerpt|leseprobe|extrait'],
  [
    'reference',
    'glossary|bibliography|appendix|index|discussion questions|reading group guide|dramatis personae|cast of characters|characters|map|glossar|glossaire|glosario|glossario',
  ],
];
const roleByName: ReadonlyMap<string, SectionRole> = new Map(
  names.flatMap(([role, list]) => list.split('|').map((name) => [name, role] as const)),
);
const alsoBy = ['also by ', 'other books by ', 'books by ', 'more by ', 'weitere bücher von ', 'otros libros de '];

/** Chapters without a number. */
const chapterNames = new Set(
  'prologue|epilogue|interlude|intermezzo|coda|prolog|epilog|épilogue|prólogo|epílogo|prologo|epilogo|proloog|epiloog'.split(
    '|',
  ),
);

/** A longer text is no name. */
const maxNameUnits = 100;

const isOuterSign = (character: string | undefined): boolean => character !== undefined && ' :.'.includes(character);

/** A title in lower case, on one line, without signs at its ends. */
function nameOf(title: string): string {
  const words = title.slice(0, maxNameUnits).toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  let [from, to] = [0, words.length];
  while (isOuterSign(words[from])) from += 1;
  while (to > from && isOuterSign(words[to - 1])) to -= 1;
  return words.slice(from, to).replaceAll("'", '’');
}

/** Whether a text is the title of a chapter without a number, such as “Prologue”. */
export const isChapterName = (title: string): boolean => chapterNames.has(nameOf(title));

/** The role of a section with this title; null for a chapter. */
export function roleOfTitle(title: string): SectionRole | null {
  if (title.length > maxNameUnits) return null;
  const name = nameOf(title);
  if (alsoBy.some((beginning) => name.startsWith(beginning))) return 'also-by';
  return roleByName.get(name) ?? null;
}

/** The titles of pages that have none. */
export const roleTitles: Readonly<Record<SectionRole, string>> = {
  'title-page': 'Title page',
  copyright: 'Copyright',
  dedication: 'Dedication',
  epigraph: 'Epigraph',
  contents: 'Contents',
  foreword: 'Foreword',
  preface: 'Preface',
  introduction: 'Introduction',
  acknowledgements: 'Acknowledgements',
  'also-by': 'Also by the author',
  part: 'Part',
  chapter: 'Chapter',
  afterword: 'Afterword',
  notes: 'Notes',
  'about-author': 'About the author',
  excerpt: 'Excerpt',
  reference: 'Appendix',
};
