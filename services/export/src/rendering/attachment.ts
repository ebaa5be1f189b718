const unsafe = /[\u0000-\u001f\u007f"\\/:*?<>|]+/g;

/** What a download is called: characters that no file system or header takes become a dash. */
export const attachment = (fileName: string): Record<string, string> => disposition('attachment', fileName);
/** A file that the browser shows, and what it is called when it is kept. */
export const inline = (fileName: string): Record<string, string> => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): Record<string, string> {
  const name = fileName.replaceAll(unsafe, '-').slice(-150);
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return { 'Content-Disposition': `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}` };
}
