const unsafe = /[\u0000-\u001f\u007f"\\/:*?<>|]+/g;
const maxLength = 150;

/** Header of a download. Replaces characters that are unsafe in file names or headers, and never starts with a dot. */
export const attachment = (fileName: string): Record<string, string> => disposition('attachment', fileName);
/** Header of a file that the browser displays, with the name for saving it. */
export const inline = (fileName: string): Record<string, string> => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): Record<string, string> {
  const name = safeName(fileName);
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return {
    'Content-Disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  };
}

/** Keeps the end of a long name, where the extension is. Drops half a surrogate pair at the cut. */
function safeName(fileName: string): string {
  const whole = fileName.toWellFormed().replaceAll(unsafe, '-');
  const cut = whole.slice(-maxLength);
  const end = cut.isWellFormed() ? cut : cut.slice(1);
  return end.replace(/^[.\s]+/, '') || 'download';
}
