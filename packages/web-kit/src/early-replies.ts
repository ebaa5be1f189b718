/**
 * What the gateway asked for this page while it was on its way, by path; empty where nothing came along, or not all of
 * it.
 */
export function earlyReplies(): Readonly<Record<string, unknown>> {
  const text = document.getElementById('inkbear-replies')?.textContent ?? '';
  try {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
