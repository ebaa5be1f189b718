const unsafe = /[\u0000-\u001f\u007f"\\/:*?<>|]+/g;
const maxLength = 150;

/** What a download is called: characters that no file system or header takes become a dash, and no name is hidden. */
export const attachment = (fileName: string): Record<string, string> => disposition('attachment', fileName);
/** A file that the browser shows, and what it is called when it is kept. */
export const inline = (fileName: string): Record<string, string> => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): Record<string, string> {
  const name = safeName(fileName);
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return {
    'Content-Disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  };
}

/** Keeps the end of a long name, where its extension is. Half a surrogate pair that the cut leaves over goes. */
function safeName(fileName: string): string {
  const whole = fileName.toWellFormed().replaceAll(unsafe, '-');
  const cut = whole.slice(-maxLength);
  const end = cut.isWellFormed() ? cut : cut.slice(1);
  return end.replace(/^[.\s]+/, '') || 'download';
}
