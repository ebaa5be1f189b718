import type { PageToolId } from './page-tool-id.ts';

/** The URL of a tool, with parameters that prefill its form. */
export function toolPath(tool: PageToolId, given: Readonly<Record<string, string | null>> = {}): string {
  const filled = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');
  return `/tools?${new URLSearchParams([['tool', tool], ...filled]).toString()}`;
}
