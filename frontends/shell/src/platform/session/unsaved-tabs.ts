// Not the channel of session changes: a tab with an older version of this page would treat a request there as a sign-out.
const channelName = 'inkbear-unsaved';

/** In milliseconds. */
const times = { presence: 250, answer: 500 } as const;

/** A tab replies `here` at once, and `saved` or `unsaved` after it has tried to save its work. */
interface Message {
  readonly kind: 'ask' | 'here' | 'saved' | 'unsaved';
  /** The id of the request. The name of the field must stay: tabs with an older version of this page use it. */
  readonly questionId: string;
}

/**
 * The ids of the requests that this tab has sent. A channel also delivers messages to the other channels of its own tab,
 * which must not reply to them.
 */
const ownRequests = new Set<string>();

/**
 * Makes the other tabs of this browser save their work. False when a tab could not, or has not finished in time: its
 * unsaved words may exist only in its memory.
 */
export async function areOtherTabsSaved(): Promise<boolean> {
  const questionId = crypto.randomUUID();
  const channel = new BroadcastChannel(channelName);
  ownRequests.add(questionId);
  const areSaved = await new Promise<boolean>((resolve) => {
    let [isPresenceKnown, waitingFor] = [false, 0];
    const resolveIfAnswered = () => {
      if (isPresenceKnown && waitingFor === 0) resolve(true);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.questionId !== questionId) return;
      if (data.kind === 'here') waitingFor += 1;
      if (data.kind === 'saved') waitingFor -= 1;
      if (data.kind === 'unsaved') resolve(false);
      resolveIfAnswered();
    });
    setTimeout(() => {
      isPresenceKnown = true;
      resolveIfAnswered();
    }, times.presence);
    setTimeout(() => resolve(false), times.answer);
    channel.postMessage({ kind: 'ask', questionId } satisfies Message);
  });
  channel.close();
  ownRequests.delete(questionId);
  return areSaved;
}

/** Runs `save` when another tab asks, and reports its result to it. Returns the function that stops this. */
export function saveForOtherTabs(save: () => Promise<boolean>): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data: { kind, questionId } }: MessageEvent<Message>) => {
    if (kind !== 'ask' || ownRequests.has(questionId)) return;
    const reply = (answer: Message['kind']) => channel.postMessage({ kind: answer, questionId } satisfies Message);
    reply('here');
    void save().then(
      (isSaved) => reply(isSaved ? 'saved' : 'unsaved'),
      () => reply('unsaved'),
    );
  });
  return () => channel.close();
}
