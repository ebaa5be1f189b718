import type { DocumentBuilder } from '../../document/document-builder.ts';

const styleTag = /<!?\$Scr[A-Za-z_]{1,40}(?:::\d{1,9})?>/g;
const annotationStart = '{\\Scrv_annot';
const annotationText = '\\text=';
const annotationEnd = '\\end_Scrv_annot}';
const noteStart = '{\\Scrv_fn=';
const noteEnd = '\\end_Scrv_fn}';

/** The marks that Scrivener writes into its texts: tags of styles, notes and annotations between braces. */
export class ScrivenerMarks {
  readonly #builder: DocumentBuilder;
  /** The annotation that is open. */
  #annotation: string | null = null;
  #isInNote = false;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  /** Adds a text without its marks. */
  readonly add = (text: string, add: (text: string) => void): void => {
    let rest = text.replaceAll(styleTag, '');
    while (rest !== '') {
      if (this.#annotation !== null) rest = this.#continueAnnotation(rest);
      else if (this.#isInNote) rest = this.#continueNote(rest, add);
      else rest = this.#continueText(rest, add);
    }
  };

  #continueText(text: string, add: (text: string) => void): string {
    const starts = [text.indexOf(annotationStart), text.indexOf(noteStart)].filter((at) => at >= 0);
    const at = Math.min(text.length, ...starts);
    add(text.slice(0, at));
    if (at === text.length) return '';
    if (text.startsWith(noteStart, at)) {
      this.#builder.startNote();
      this.#isInNote = true;
      return text.slice(at + noteStart.length);
    }
    this.#annotation = '';
    return text.slice(at + annotationStart.length);
  }

  #continueNote(text: string, add: (text: string) => void): string {
    const end = text.indexOf(noteEnd);
    add(end < 0 ? text : text.slice(0, end));
    if (end < 0) return '';
    this.#endNote();
    return text.slice(end + noteEnd.length);
  }

  #endNote(): void {
    this.#isInNote = false;
    this.#builder.addNoteReference(this.#builder.endNote());
  }

  #continueAnnotation(text: string): string {
    const end = text.indexOf(annotationEnd);
    this.#annotation += end < 0 ? text : text.slice(0, end);
    if (end < 0) return '';
    this.#endAnnotation();
    return text.slice(end + annotationEnd.length);
  }

  #endAnnotation(): void {
    const annotation = this.#annotation ?? '';
    this.#annotation = null;
    const from = annotation.indexOf(annotationText);
    const index = this.#builder.addComment({
      author: '',
      text: from < 0 ? annotation : annotation.slice(from + annotationText.length),
    });
    if (index === null) return;
    this.#builder.addAnchor(index, 'start');
    this.#builder.addAnchor(index, 'end');
  }

  /** Ends what the document has not ended. */
  finish(): void {
    if (this.#isInNote) this.#endNote();
    if (this.#annotation !== null) this.#endAnnotation();
  }
}
