/**
 * Replies that the gateway has embedded into this page, by path; empty when there are none or the document is
 * incomplete.
 */
export function embeddedReplies(): Readonly<Record<string, unknown>> {
  const text = document.getElementById('inkbear-replies')?.textContent ?? '';
  try {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
