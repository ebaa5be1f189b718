/** The properties of a style sheet that matter here. Undefined: not set. */
export interface CssProperties {
  italic?: boolean;
  bold?: boolean;
  isCentred?: boolean;
  hasPageBreak?: boolean;
  hidden?: boolean;
}

const boldWeight = /^(?:bold|bolder|[6-9]00)$/;
const pageValue = /^(?:always|page|left|right|recto|verso)$/;

const setters: Readonly<Record<string, (properties: CssProperties, value: string) => void>> = {
  'font-style': (properties, value) => (properties.italic = value === 'italic' || value === 'oblique'),
  'font-weight': (properties, value) => (properties.bold = boldWeight.test(value)),
  'text-align': (properties, value) => (properties.isCentred = value === 'center'),
  'page-break-before': (properties, value) => (properties.hasPageBreak = pageValue.test(value)),
  'break-before': (properties, value) => (properties.hasPageBreak = pageValue.test(value)),
  display: (properties, value) => (properties.hidden = value === 'none'),
};

/** Reads declarations such as `font-style: italic; color: red`. */
function parseDeclarations(text: string): CssProperties {
  const properties: CssProperties = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).replace('!important', '');
    setters[name]?.(properties, value.trim().toLowerCase());
  }
  return properties;
}

/** Selectors of one element: its name, a class, or both. */
const simpleSelector = /^(?:[a-z][a-z0-9]*)?(?:\.[\w-]+)?$/i;
const maxRules = 20_000;

/**
 * The rules of style sheets for elements and classes. Rules that depend on the place of an element are not applied: they
 * mostly lay out pages, such as the title page.
 */
export class StyleRules {
  readonly #rules = new Map<string, CssProperties>();

  add(css: string): void {
    const text = withoutComments(css);
    let from = 0;
    for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
      const selectors = text.slice(from, open).replaceAll('}', '').trim();
      if (selectors.startsWith('@')) {
        // The rules inside it follow.
        from = open + 1;
        continue;
      }
      const close = text.indexOf('}', open);
      const end = close < 0 ? text.length : close;
      this.#addRule(selectors, parseDeclarations(text.slice(open + 1, end)));
      from = end + 1;
    }
  }

  #addRule(selectors: string, properties: CssProperties): void {
    if (Object.keys(properties).length === 0 || this.#rules.size > maxRules) return;
    for (const selector of selectors.split(',').map((one) => one.trim()))
      if (selector !== '' && simpleSelector.test(selector))
        this.#rules.set(selector.toLowerCase(), { ...this.#rules.get(selector.toLowerCase()), ...properties });
  }

  /** The properties of an element with these classes and this `style` attribute. */
  find(element: string, classes: string, style: string): CssProperties {
    const names = classes.toLowerCase().split(/\s+/, 20).filter(Boolean);
    const keys = [element, ...names.flatMap((name) => [`.${name}`, `${element}.${name}`])];
    const found = keys.reduce<CssProperties>((merged, key) => ({ ...merged, ...this.#rules.get(key) }), {});
    return style === '' ? found : { ...found, ...parseDeclarations(style) };
  }
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', from)) {
    parts.push(css.slice(from, open));
    const close = css.indexOf('*/', open + 2);
    from = close < 0 ? css.length : close + 2;
  }
  return parts.join('') + css.slice(from);
}
