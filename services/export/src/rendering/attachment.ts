const unsafe = /[\u0000-\u001f\u007f"\\/:*?<>|]+/g;

/** What a download is called: characters that no file system or header takes become a dash. */
export function attachment(fileName: string): Record<string, string> {
  const name = fileName.replaceAll(unsafe, '-').slice(-150);
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return { 'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}` };
}
