/** Resolves a path against the folder of a file. The result never leaves the archive. */
export function resolvePath(file: string, target: string): string {
  if (target.startsWith('/')) return resolvePath('', target.slice(1));
  const path = file.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '.' && segment !== '') path.push(segment);
  }
  return path.join('/');
}
