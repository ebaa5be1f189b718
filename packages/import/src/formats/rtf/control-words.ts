/** Destinations whose text is not text of the document. */
export const skippedDestinations: ReadonlySet<string> = new Set([
  ...['colortbl', 'filetbl', 'listtable', 'listoverridetable', 'rsidtbl', 'generator', 'revtbl', 'pgptbl', 'themedata'],
  ...['colorschememapping', 'latentstyles', 'datastore', 'xmlnstbl', 'mmathPr', 'nonshppict', 'shprslt', 'bkmkstart'],
  ...[
    'bkmkend',
    'xe',
    'tc',
    'tcn',
    'ftnsep',
    'ftnsepc',
    'aftnsep',
    'aftnsepc',
    'ftncn',
    'aftncn',
    'do',
    'pn',
    'pnseclvl',
  ],
  ...['nesttableprops', 'nonesttables', 'atrfstart', 'atrfend', 'atndate', 'atnref', 'atnid', 'atntime', 'atnicn'],
  ...['atnparent', 'ud', 'fchars', 'lchars', 'listpicture', 'userprops', 'docvar', 'template', 'wgrffmtfilter', 'sp'],
  ...['expandedcolortbl', 'falt', 'panose', 'fname', 'background', 'objdata', 'objclass', 'objname'],
]);
export const runningHeads: ReadonlySet<string> = new Set([
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'],
]);
/** Groups inside `info`, and the field of the metadata that they are. */
export const infoFields: Readonly<Record<string, 'title' | 'author'>> = { title: 'title', author: 'author' };

/** Control words and symbols that stand for characters. */
export const characters: Readonly<Record<string, string>> = {
  tab: ' ',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

/** The languages of frequent codes; others are not needed for a guess. */
const languages: Readonly<Record<number, string>> = {
  1031: 'de',
  1033: 'en-US',
  1036: 'fr',
  1040: 'it',
  1043: 'nl',
  1045: 'pl',
  1046: 'pt',
  1049: 'ru',
  1053: 'sv',
  2057: 'en-GB',
  2070: 'pt',
  3081: 'en-AU',
  3082: 'es',
  1034: 'es',
  4105: 'en-CA',
};

/** The BCP 47 tag of a Windows language code; '' for unknown ones. */
export const languageOf = (code: number): string => languages[code] ?? '';
