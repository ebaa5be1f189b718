/** Replies that the gateway has embedded into this page, by path; empty without them or when they are incomplete. */
export function earlyReplies(): Readonly<Record<string, unknown>> {
  const text = document.getElementById('inkbear-replies')?.textContent ?? '';
  try {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
