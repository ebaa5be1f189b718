/** The parts of pdfkit 0.20.2 that the press uses. Members that begin with `_`, `data` and `dictionary` are internal. */
declare module 'pdfkit' {
  export interface PdfReference {
    data: Record<string, unknown>;
    write: (chunk: Uint8Array) => void;
    end: (chunk?: Uint8Array) => void;
  }
  export interface PdfStructureContent {
    refs: unknown[];
  }
  export interface PdfStructureElement {
    add: (child: PdfStructureElement | PdfStructureContent) => PdfStructureElement;
    end: () => void;
  }
  interface PdfPage {
    content: PdfReference;
    dictionary: PdfReference;
    fonts: Record<string, PdfReference>;
    write: (chunk: Uint8Array) => void;
  }
  export default class PDFDocument {
    constructor(options: Record<string, unknown>);
    info: Record<string, unknown>;
    page: PdfPage;
    _root: PdfReference;
    outline: { addItem: (title: string, options: { fit: boolean; pageNumber: number }) => unknown };
    addPage: (options: Record<string, unknown>) => this;
    transform: (a: number, b: number, c: number, d: number, e: number, f: number) => this;
    save: () => this;
    restore: () => this;
    path: (svg: string) => this;
    rect: (x: number, y: number, width: number, height: number) => this;
    lineWidth: (points: number) => this;
    dash: (points: number) => this;
    fill: (colour: string) => this;
    stroke: (colour: string) => this;
    ref: (data: Record<string, unknown> | readonly unknown[]) => PdfReference;
    markContent: (tag: string, options: Record<string, unknown>) => this;
    markStructureContent: (tag: string) => PdfStructureContent;
    endMarkedContent: () => this;
    struct: (type: string) => PdfStructureElement;
    addStructure: (element: PdfStructureElement) => this;
    addNamedDestination: (name: string, kind: 'XYZ', left: null, top: number, zoom: null) => void;
    annotate: (x: number, y: number, width: number, height: number, options: Record<string, unknown>) => this;
    appendXML: (xml: string) => void;
    _addInfo: () => void;
    _addColorOutputIntent: () => void;
    end: () => void;
    read: () => Uint8Array | null;
  }
}
