/** Why a file cannot be imported, each with the sentence that the author reads. */
const messages = {
  'imports.unknown_format':
    'Inkbear cannot read this kind of file. Save your manuscript as a Word document (DOCX) and choose that file.',
  'imports.damaged':
    'This file is damaged or incomplete. Open it in the program that made it, save it again and choose the new file.',
  'imports.protected': 'This file is protected by a password. Save it without one and choose the new file.',
  'imports.hostile':
    'This file contains something that could harm Inkbear, so it was not read. Save your manuscript as a new file and choose that one.',
  'imports.empty': 'There is no text in this file.',
  'imports.too_large':
    'This manuscript has more than 300,000 words. Divide it into several files and import them one by one.',
} as const;

export type ImportErrorCode = keyof typeof messages;

/** A file cannot be imported. `message` is for the author; `cause` is the error of a parser, if there was one. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;

  /** @param detail replaces the sentence of the code where more is known */
  constructor(code: ImportErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail ?? messages[code], options);
    this.code = code;
  }
}
