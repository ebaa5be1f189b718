/**
 * Reads a JSON block that the gateway writes into the page, such as the entries of the remotes. Returns `{}` when it is
 * missing or broken: the remotes' pages are then missing, but the shell works.
 */
export function readPageData<T>(page: Document, id: string): Readonly<Record<string, T>> {
  try {
    return JSON.parse(page.getElementById(id)?.textContent ?? '{}') as Record<string, T>;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
