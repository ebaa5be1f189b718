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

/**
 * A title as a file name. Characters that file systems do not allow become spaces. The name never begins with a dot,
 * which would hide the file, and is never empty.
 */
export const fileName = (title: string, ending: string): string => {
  const name = title.replaceAll(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/^[.\s]+/, '');
  return `${name.trimEnd() || 'Untitled'}${ending}`;
};
