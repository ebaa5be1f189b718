const unsafe = /[\u0000-\u001f\u007f"\\/:*?<>|]+/g;
const maxLength = 150;

/**
 * The `Content-Disposition` header of a download. Characters that are unsafe in file names or headers are replaced, and
 * the name never begins with a dot.
 */
export const attachment = (fileName: string): Record<string, string> => disposition('attachment', fileName);
/** The `Content-Disposition` header of a file that the browser displays, with the file name for saving it. */
export const inline = (fileName: string): Record<string, string> => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): Record<string, string> {
  const name = safeName(fileName);
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return {
    'Content-Disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  };
}

/** Replaces the characters that file systems or headers do not allow in names. */
export const replaceUnsafe = (text: string): string => text.replaceAll(unsafe, '-');

/** Keeps the end of a long name, which contains the extension. Half a surrogate pair at the cut is dropped. */
function safeName(fileName: string): string {
  const whole = replaceUnsafe(fileName.toWellFormed());
  const cut = whole.slice(-maxLength);
  const end = cut.isWellFormed() ? cut : cut.slice(1);
  return end.replace(/^[.\s]+/, '') || 'download';
}
