/** What the gateway asked for this page while it was on its way, by path; empty where nothing came along. */
export function earlyReplies(): Readonly<Record<string, unknown>> {
  const text = document.getElementById('inkbear-replies')?.textContent ?? '';
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
