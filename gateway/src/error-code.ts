/** The system's or a library's code of an error (`ECONNRESET`), or an empty text. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
