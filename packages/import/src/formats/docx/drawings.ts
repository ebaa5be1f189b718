import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import type { XmlElement } from '../../xml/parse-xml.ts';

interface Drawing {
  /** The words that describe it for those who cannot see it. */
  alternative: string;
  hasPicture: boolean;
  hasText: boolean;
  isRule: boolean;
}

/** The open drawings. A drawing is a picture, a text box, a line, or something that a book cannot have. */
export class Drawings {
  readonly #builder: DocumentBuilder;
  readonly #open: Drawing[] = [];

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  open(): void {
    this.#open.push({ alternative: '', hasPicture: false, hasText: false, isRule: false });
  }

  describe({ attribute }: XmlElement): void {
    const drawing = this.#open.at(-1);
    if (drawing) drawing.alternative ||= attribute('descr') ?? attribute('title') ?? '';
  }

  addPicture(): void {
    const drawing = this.#open.at(-1);
    if (drawing) drawing.hasPicture = true;
  }

  addText(): void {
    const drawing = this.#open.at(-1);
    if (drawing) drawing.hasText = true;
  }

  /** A rectangle that is a horizontal line separates scenes. */
  readRectangle({ attribute }: XmlElement): void {
    const drawing = this.#open.at(-1);
    if (drawing && attribute('hr') !== undefined) drawing.isRule = true;
  }

  close(): void {
    const drawing = this.#open.pop();
    if (!drawing) return;
    if (drawing.isRule) this.#builder.addText('***', { emphasis: false, strong: false });
    else if (drawing.hasText) this.#builder.lose('text-box', outcomes.textBox);
    else if (drawing.hasPicture) this.#builder.lose('image', outcomes.image, drawing.alternative);
    else this.#builder.lose('other', outcomes.embedded, drawing.alternative);
  }
}
