import type { RunProperties } from '../../document/add-run.ts';
import type { ParagraphBlock } from '../../document/source-document.ts';
import { isDisplayStyle, isSceneBreakStyle, levelOfStyle, roleOfStyle } from '../../document/style-names.ts';
import type { XmlElement } from '../../xml/parse-xml.ts';

/** A numbered list, and the level in it, counted from 0. */
export interface ListPlace {
  readonly list: string;
  readonly level: number;
}

/** The properties of a style, or of one paragraph. */
export interface StyleProperties {
  readonly run: RunProperties;
  /** 0 is the highest; 9 is no heading. */
  outlineLevel?: number;
  isCentred?: boolean;
  hasPageBreak?: boolean;
  list?: { id?: string; level?: number };
}

export const createProperties = (): StyleProperties => ({ run: {} });

const isOn = ({ attribute }: XmlElement): boolean => !['0', 'false', 'off', 'none'].includes(attribute('w:val') ?? '');

const runSetters: Readonly<Record<string, (run: RunProperties, element: XmlElement) => void>> = {
  'w:i': (run, element) => (run.italic = isOn(element)),
  'w:b': (run, element) => (run.bold = isOn(element)),
  'w:u': (run, element) => (run.underline = isOn(element)),
  'w:strike': (run, element) => (run.strike = isOn(element)),
  'w:dstrike': (run, element) => (run.strike = isOn(element)),
  'w:caps': (run, element) => (run.capitals = isOn(element)),
  'w:smallCaps': (run, element) => (run.capitals = isOn(element)),
  'w:highlight': (run, element) => (run.highlight = isOn(element)),
  'w:vanish': (run, element) => (run.hidden = isOn(element)),
  'w:vertAlign': (run, { attribute }) => (run.raised = attribute('w:val') !== 'baseline'),
};

/** Sets a property of runs. False for other elements. */
export function setRunProperty(run: RunProperties, element: XmlElement): boolean {
  const set = runSetters[element.name];
  set?.(run, element);
  return set !== undefined;
}

const paragraphSetters: Readonly<Record<string, (properties: StyleProperties, element: XmlElement) => void>> = {
  'w:outlineLvl': (properties, { attribute }) => (properties.outlineLevel = Number(attribute('w:val'))),
  'w:jc': (properties, { attribute }) => (properties.isCentred = attribute('w:val') === 'center'),
  'w:pageBreakBefore': (properties, element) => (properties.hasPageBreak = isOn(element)),
  'w:numId': (properties, { attribute }) => (properties.list = { ...properties.list, id: attribute('w:val') ?? '0' }),
  'w:ilvl': (properties, { attribute }) =>
    (properties.list = { ...properties.list, level: Number(attribute('w:val') ?? 0) }),
};

/** Sets a property of paragraphs, if the element is one. */
export const setParagraphProperty = (properties: StyleProperties, element: XmlElement): void =>
  paragraphSetters[element.name]?.(properties, element);

interface Style {
  /** In lower case. */
  name: string;
  basedOn: string;
  readonly properties: StyleProperties;
}

/** A paragraph style with everything that it inherits. */
export interface ParagraphStyle {
  /** Of a heading, from 1; null for other paragraphs. */
  readonly level: number | null;
  readonly role: ParagraphBlock['role'];
  readonly isCentred: boolean;
  readonly hasPageBreak: boolean;
  readonly isSceneBreak: boolean;
  readonly run: RunProperties;
  readonly list: ListPlace | null;
}

/** Longer chains are circles. */
const maxChain = 20;

/** The styles of a Word document. */
export class StyleSheet {
  language = '';
  readonly #styles = new Map<string, Style>();
  #defaultStyle = '';
  readonly #resolved = new Map<string, ParagraphStyle>();
  #current: Style | null = null;
  #isInDefaults = false;

  readonly open = (element: XmlElement): void => {
    const { name, attribute } = element;
    if (name === 'w:docDefaults') this.#isInDefaults = true;
    if (name === 'w:lang' && this.#isInDefaults) this.language = attribute('w:val') ?? '';
    if (name === 'w:style') this.#begin(element);
    const style = this.#current;
    if (!style) return;
    if (name === 'w:name') style.name = (attribute('w:val') ?? '').toLowerCase();
    else if (name === 'w:basedOn') style.basedOn = attribute('w:val') ?? '';
    else if (!setRunProperty(style.properties.run, element)) setParagraphProperty(style.properties, element);
  };

  readonly close = (name: string): void => {
    if (name === 'w:style') this.#current = null;
    if (name === 'w:docDefaults') this.#isInDefaults = false;
  };

  #begin({ attribute }: XmlElement): void {
    const id = attribute('w:styleId') ?? '';
    this.#current = { name: '', basedOn: '', properties: createProperties() };
    this.#styles.set(id, this.#current);
    if (attribute('w:type') === 'paragraph' && ['1', 'true', 'on'].includes(attribute('w:default') ?? ''))
      this.#defaultStyle = id;
  }

  /** A style and those on which it is based, in this order. */
  #chain(id: string): Style[] {
    const chain: Style[] = [];
    let style = this.#styles.get(id);
    while (style && chain.length < maxChain) {
      chain.push(style);
      style = this.#styles.get(style.basedOn);
    }
    return chain;
  }

  /** @param id '' for the default style */
  paragraph(id: string): ParagraphStyle {
    const known = this.#resolved.get(id);
    if (known) return known;
    const chain = this.#chain(id === '' ? this.#defaultStyle : id);
    const style = resolve(chain);
    this.#resolved.set(id, style);
    return style;
  }

  character(id: string): RunProperties {
    return mergeRuns(this.#chain(id));
  }
}

const mergeRuns = (chain: readonly Style[]): RunProperties =>
  chain.toReversed().reduce<RunProperties>((merged, { properties }) => ({ ...merged, ...properties.run }), {});

function levelOf({ name, properties }: Style): number | undefined {
  const { outlineLevel } = properties;
  return levelOfStyle(name) ?? (outlineLevel === undefined ? undefined : outlineLevel < 9 ? outlineLevel + 1 : 0);
}

function resolve(chain: readonly Style[]): ParagraphStyle {
  const [own] = chain;
  const name = own?.name ?? '';
  const role = roleOfStyle(name);
  const level = role === null ? (chain.map(levelOf).find((found) => found !== undefined) ?? 0) : 0;
  const first = <T>(pick: (properties: StyleProperties) => T | undefined): T | undefined =>
    chain.map(({ properties }) => pick(properties)).find((value) => value !== undefined);
  const run = mergeRuns(chain);
  const isDisplay = level > 0 || role !== null || own === undefined || isDisplayStyle(name);
  const list = first((properties) => properties.list?.id);
  return {
    level: level > 0 ? level : null,
    role,
    isCentred: first(({ isCentred }) => isCentred) ?? false,
    hasPageBreak: first(({ hasPageBreak }) => hasPageBreak) ?? false,
    isSceneBreak: isSceneBreakStyle(name),
    run: isDisplay ? { ...run, italic: false, bold: false, underline: false, capitals: false } : run,
    list: list === undefined ? null : { list, level: first((properties) => properties.list?.level) ?? 0 },
  };
}
