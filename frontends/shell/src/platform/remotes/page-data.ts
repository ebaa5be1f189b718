/**
 * A JSON block that the gateway writes into the page, such as the remotes' entries. `{}` where there is none: the pages
 * of the remotes are then missing, and the shell still works.
 */
export function readPageData<T>(page: Document, id: string): Readonly<Record<string, T>> {
  try {
    return JSON.parse(page.getElementById(id)?.textContent ?? '{}') as Record<string, T>;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
