import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { Finding } from '@inkbear/contracts/export/preflight';
import { isPrinted, manuscriptOf, pressDesignOf, type PrintedChapter } from '@inkbear/contracts/books/manuscript';
import { type FaceName, faceNames, type FamilyBytes } from '@inkbear/press/fonts';
import { createOutlines, drawPage, type GlyphOutlines, type Outlines } from '@inkbear/press/preview/draw-page';
import { glyphOutlinesOf } from '@inkbear/press/preview/glyph-outlines';
import { layOutPreview, type Preview, type PreviewPage } from '@inkbear/press/preview/lay-out-preview';
import type { Design as PressDesign } from '@inkbear/press/design';
import type { Manuscript } from '@inkbear/press/manuscript';
import { listLayoutFindings } from '@inkbear/press/preflight/layout-rules';
import type { FontAssets } from '@inkbear/press/typeset-context';
import { type ScriptProblem, unsupportedScript, type UnsupportedScript } from '@inkbear/press/unsupported-script';
import { pageInk } from './page-colours.ts';
import type {
  DrawnPage,
  Measures,
  PageLayout,
  PreviewInput,
  PreviewReply,
  PreviewRequest,
  UndrawnPage,
} from './messages.ts';

interface Deps {
  fetchFonts: (face: DesignSettings['face']) => Promise<FamilyBytes>;
  post: (reply: PreviewReply) => void;
  /** Null in browsers whose workers have no canvas. */
  createCanvas: ((width: number, height: number) => OffscreenCanvas) | null;
}

interface LaidOutBook {
  preview: Preview;
  glyphs: GlyphOutlines;
  glyphPaths: Outlines<Path2D> | null;
}

const scriptNames = {
  'right-to-left': 'right-to-left scripts',
  cjk: 'Chinese, Japanese and Korean',
  indic: 'Indic scripts',
} as const satisfies Record<UnsupportedScript, string>;

/** The book is in a script that the press cannot lay out. */
class ScriptError extends Error {
  constructor({ script, chapter }: ScriptProblem, chapters: readonly { title: string }[]) {
    const title = chapter === null ? undefined : chapters[chapter]?.title;
    const place = title === undefined ? '' : ` The first letters are in “${title}”.`;
    super(`Pages in ${scriptNames[script]} cannot be made yet.${place} EPUB, DOCX and Markdown files can.`);
  }
}

/** Fonts of a family are large, so those of earlier choices are dropped. */
const keptFamilies = 2;

/** The worker's side of the preview: keeps texts, fonts and the pages that were laid out last. */
export class PreviewSession {
  readonly #deps: Deps;
  readonly #chapters = new Map<string, PrintedChapter>();
  readonly #fonts = new Map<string, Promise<FontAssets>>();
  readonly #glyphPaths = new WeakMap<FontAssets, Omit<LaidOutBook, 'preview'>>();
  #laid: LaidOutBook | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async handle(request: PreviewRequest): Promise<void> {
    if (request.kind === 'set-chapter') {
      this.#chapters.set(request.chapter.id, request.chapter);
      return;
    }
    const { id } = request;
    try {
      this.#deps.post(await this.#reply(request));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#deps.post({
        kind: 'failed',
        id,
        reason: error instanceof ScriptError ? 'unsupported-script' : 'error',
        message,
      });
    }
  }

  async #reply(request: Exclude<PreviewRequest, { kind: 'set-chapter' }>): Promise<PreviewReply> {
    const { id } = request;
    switch (request.kind) {
      case 'lay-out':
        return { kind: 'laid-out', id, layout: await this.#layOut(id, request.input) };
      case 'measure':
        return { kind: 'measured', id, measures: measuresOf((await this.#typeset(request.input)).preview) };
      case 'draw':
        return { kind: 'drawn', id, drawn: this.#draw(request.page, request.scale) };
    }
  }

  async #layOut(id: number, input: PreviewInput): Promise<PageLayout> {
    const { preview, assets, findings } = await this.#typeset(input, (done, total) =>
      this.#deps.post({ kind: 'progress', id, done, total }),
    );
    this.#laid = { preview, ...this.#glyphPathsOf(assets) };
    const printed = input.chapterIds.filter((chapterId) => isPrinted(this.#chapterOf(chapterId)));
    return {
      ...measuresOf(preview),
      width: preview.width,
      height: preview.height,
      findings,
      pages: preview.pages.map(({ label, side, chapter }) => ({
        label,
        side,
        chapterId: chapter === undefined ? null : (printed[chapter] ?? null),
      })),
    };
  }

  async #typeset(
    { book, chapterIds, design, pieces }: PreviewInput,
    onChapterDone?: (done: number, total: number) => void,
  ): Promise<{ preview: Preview; assets: FontAssets; findings: readonly Finding[] }> {
    const assets = await this.#fontsOf(design.face);
    const chapters = chapterIds.map((chapterId) => this.#chapterOf(chapterId));
    const plan = { allChapters: chapters, design, isbn: design.isbnPrint, matter: { pieces: [...pieces] } };
    const manuscript = manuscriptOf(book, chapters, plan);
    const problem = unsupportedScript(manuscript);
    if (problem) throw new ScriptError(problem, manuscript.chapters);
    const pressDesign = pressDesignOf(design);
    const preview = await layOutPreview(manuscript, { assets, design: pressDesign, onChapterDone });
    return { preview, assets, findings: describeFindings(preview, manuscript, pressDesign) };
  }

  #chapterOf(id: string): PrintedChapter {
    const chapter = this.#chapters.get(id);
    if (!chapter) throw new Error('A chapter has not been loaded yet.');
    return chapter;
  }

  async #fontsOf(face: DesignSettings['face']): Promise<FontAssets> {
    const known = this.#fonts.get(face);
    const fonts = known ?? this.#deps.fetchFonts(face).then((family) => ({ family }));
    this.#fonts.delete(face);
    this.#fonts.set(face, fonts);
    for (const old of [...this.#fonts.keys()].slice(0, -keptFamilies)) this.#fonts.delete(old);
    try {
      return await fonts;
    } catch (error) {
      this.#fonts.delete(face);
      throw error;
    }
  }

  /** The glyph paths of a font family, each made once for all layouts. */
  #glyphPathsOf(assets: FontAssets): Omit<LaidOutBook, 'preview'> {
    let known = this.#glyphPaths.get(assets);
    if (!known) {
      const glyphs = glyphOutlinesOf(assets);
      const glyphPaths = this.#deps.createCanvas === null ? null : createOutlines(glyphs, (svg) => new Path2D(svg));
      this.#glyphPaths.set(assets, (known = { glyphs, glyphPaths }));
    }
    return known;
  }

  #draw(index: number, scale: number): DrawnPage {
    const laid = this.#laid;
    const page = laid?.preview.pages[index];
    if (!laid || !page) throw new Error('There is no such page.');
    const texts = page.drawings.flatMap(({ left, drawing }) =>
      drawing.texts.map((line) => ({ ...line, x: left + line.x })),
    );
    return { texts, image: this.#imageOf(page, laid, scale) };
  }

  #imageOf(page: PreviewPage, { preview, glyphs, glyphPaths }: LaidOutBook, scale: number): DrawnPage['image'] {
    const { width, height } = preview;
    const canvas = this.#deps.createCanvas?.(Math.ceil(width * scale), Math.ceil(height * scale));
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !glyphPaths) return withGlyphs(page, glyphs);
    drawPage(context, page, { height, scale, ink: pageInk, outlines: glyphPaths });
    return canvas.transferToImageBitmap();
  }
}

/**
 * Missing characters of a print file are reported by the check of its finished PDF. The preview has no PDF, so it
 * reports those that the layout has found, which are listed for the profile `screen` only.
 */
const describeFindings = ({ findings }: Preview, manuscript: Manuscript, design: PressDesign): Finding[] => [
  ...listLayoutFindings(
    findings.filter(({ kind }) => kind === 'missing-glyph'),
    { manuscript, design, profile: 'screen' },
  ),
  ...listLayoutFindings(findings, { manuscript, design, profile: 'print' }),
];

const measuresOf = ({ pages, charactersPerLine, insideIn }: Preview): Measures => ({
  pageCount: pages.length,
  charactersPerLine: charactersPerLine ?? null,
  insideIn,
});

/** A page with its glyph paths, so that it can be drawn without its fonts. */
function withGlyphs(page: PreviewPage, { svg, scale }: GlyphOutlines): UndrawnPage {
  const used = new Map<string, { face: FaceName; id: number; svg: string }>();
  for (const { drawing } of page.drawings)
    for (const { face, from, to } of drawing.runs)
      for (const id of drawing.ids.subarray(from, to))
        if (!used.has(`${face} ${id}`)) used.set(`${face} ${id}`, { face, id, svg: svg(face, id) });
  const scales = Object.fromEntries(faceNames.map((face) => [face, scale(face)])) as UndrawnPage['scales'];
  return { page, glyphs: [...used.values()], scales };
}
