import type { SectionRole } from '../../document/source-document.ts';

/** Elements that begin and end paragraphs. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'header', 'hgroup', 'html', 'legend', 'li', 'main', 'menu'],
  ...['ol', 'p', 'pre', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'caption'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
/** Elements without content. */
export const voidElements: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
]);
/** Elements whose content is not text of the book. */
export const skippedElements: ReadonlySet<string> = new Set([
  ...['script', 'template', 'noscript', 'rt', 'rp', 'datalist', 'nav'],
]);
/** Elements that a book cannot have, with everything inside them. */
export const mediaElements: ReadonlySet<string> = new Set([
  ...['iframe', 'object', 'video', 'audio', 'canvas', 'select', 'textarea', 'button', 'embed', 'input'],
]);
export const emphasisElements: ReadonlySet<string> = new Set(['em', 'i', 'cite', 'dfn', 'var', 'u']);
export const strongElements: ReadonlySet<string> = new Set(['strong', 'b']);
export const raisedElements: ReadonlySet<string> = new Set(['sup', 'sub']);
export const crossedElements: ReadonlySet<string> = new Set(['s', 'strike', 'del']);

/** What `epub:type`, or the role of an element without its `doc-`, says about a section. */
export const rolesByType: Readonly<Record<string, SectionRole>> = {
  titlepage: 'title-page',
  halftitlepage: 'title-page',
  'copyright-page': 'copyright',
  dedication: 'dedication',
  epigraph: 'epigraph',
  toc: 'contents',
  foreword: 'foreword',
  preface: 'preface',
  introduction: 'introduction',
  prologue: 'chapter',
  epilogue: 'chapter',
  chapter: 'chapter',
  part: 'part',
  acknowledgments: 'acknowledgements',
  acknowledgements: 'acknowledgements',
  afterword: 'afterword',
  endnotes: 'notes',
  rearnotes: 'notes',
  contributors: 'about-author',
  glossary: 'reference',
  bibliography: 'reference',
  appendix: 'reference',
};
/** Types of elements that refer to a note, and of notes. */
export const noteReferenceTypes: ReadonlySet<string> = new Set(['noteref']);
export const noteTypes: ReadonlySet<string> = new Set(['footnote', 'endnote', 'rearnote', 'note']);
export const backLinkTypes: ReadonlySet<string> = new Set(['backlink', 'referrer']);

/** The types of an element: `epub:type`, and its role without `doc-`. */
export function typesOf({ attribute }: { readonly attribute: (name: string) => string }): string[] {
  const types = `${attribute('epub:type')} ${attribute('role').replaceAll('doc-', '')}`;
  return types.split(/\s+/).filter(Boolean);
}
