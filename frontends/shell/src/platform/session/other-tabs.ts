const channelName = 'inkbear-session';

/** A session change that one tab broadcasts to the others. */
export type SessionChange = 'signed-in' | 'signed-out';

export function broadcastSessionChange(change: SessionChange): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(change);
  channel.close();
}

/** Subscribes to session changes of the other tabs. Returns the function that unsubscribes. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<SessionChange>) => listener(data));
  return () => channel.close();
}
