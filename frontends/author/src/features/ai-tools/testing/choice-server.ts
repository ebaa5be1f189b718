import { type ContextChoice, contextChoiceLimits, type SavedContextChoice } from '@inkbear/contracts/ai/context';
import { type FakeAnswer, type FakeRequest, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';

/** Saves a choice of what AI sees over `stored` as the ai service does; `store` gets the new one. */
export function answerSave(
  stored: SavedContextChoice,
  { body, headers }: FakeRequest,
  store: (saved: SavedContextChoice) => void,
): FakeAnswer {
  if (headers.get('If-Match') !== `"${stored.rev}"`)
    return { status: 412, body: problemBody(412, 'ai.stale_revision', 'Changed elsewhere.') };
  const choice = body as ContextChoice;
  if (choice.pin.length > contextChoiceLimits.pin)
    return { status: 400, body: problemBody(400, 'request.invalid', 'Too many.') };
  const saved = { ...choice, rev: stored.rev + 1 };
  store(saved);
  return { body: saved };
}
