/** Downloads a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A title as a file name: characters that file systems do not allow become spaces. */
export const fileName = (title: string, ending: string): string =>
  `${title.replaceAll(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim() || 'Untitled'}${ending}`;
