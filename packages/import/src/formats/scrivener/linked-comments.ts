import type { Archive } from '../../archive/archive.ts';
import { DocumentBuilder, isTextBlock, plainText } from '../../document/document-builder.ts';
import { decodeXml } from '../../encoding/decode-text.ts';
import { parseXml, type XmlElement } from '../../xml/parse-xml.ts';
import type { LinkTarget } from '../rtf/destinations.ts';
import { readRtf } from '../rtf/rtf-reader.ts';

interface LinkedComment {
  readonly id: string;
  readonly isFootnote: boolean;
  readonly author: string;
  rtf: string;
}

const scheme = 'scrivcmt://';

/** Comments and footnotes that stand in a file beside the text, which refers to them by links. */
export class LinkedComments {
  readonly #targets = new Map<string, LinkTarget>();

  /** Reads the file with the comments of one document. */
  async read(archive: Archive, path: string, builder: DocumentBuilder): Promise<void> {
    const comments: LinkedComment[] = [];
    await parseXml(decodeXml(archive.chunks(path)), {
      open: ({ name, attribute }: XmlElement) => {
        if (name !== 'Comment') return;
        const isFootnote = attribute('Footnote') === 'Yes';
        comments.push({ id: attribute('ID') ?? '', isFootnote, author: attribute('Author') ?? '', rtf: '' });
      },
      text: (text) => {
        const comment = comments.at(-1);
        if (comment) comment.rtf += text;
      },
      close: () => undefined,
    });
    for (const comment of comments) this.#add(comment, builder);
  }

  #add({ id, isFootnote, author, rtf }: LinkedComment, builder: DocumentBuilder): void {
    const bytes = Buffer.from(rtf.trim(), 'latin1');
    const isRtf = rtf.trimStart().startsWith('{\\rtf');
    if (isFootnote) {
      builder.startNote();
      if (isRtf) readRtf(bytes, { builder });
      else builder.addText(rtf, { emphasis: false, strong: false });
      this.#targets.set(id, { kind: 'note', index: builder.endNote() });
      return;
    }
    const index = builder.addComment({ author, text: isRtf ? plainRtf(bytes) : rtf });
    if (index !== null) this.#targets.set(id, { kind: 'comment', index });
  }

  readonly findTarget = (address: string): LinkTarget | null =>
    address.startsWith(scheme) ? (this.#targets.get(address.slice(scheme.length)) ?? null) : null;
}

/** The text of an RTF file without styles. */
function plainRtf(bytes: Uint8Array): string {
  const builder = new DocumentBuilder();
  readRtf(bytes, { builder });
  const { blocks } = builder.build();
  return blocks
    .filter(isTextBlock)
    .map(({ lines }) => plainText(lines))
    .join('\n');
}
