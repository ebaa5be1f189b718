const channelName = 'inkbear-session';

/** What may happen to the session in one tab and concerns them all. */
export type SessionChange = 'signed-in' | 'signed-out';

export function tellOtherTabs(change: SessionChange): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(change);
  channel.close();
}

/** Hears what the other tabs of this browser tell, until the returned function is called. */
export function onOtherTabs(listener: (change: SessionChange) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<SessionChange>) => listener(data));
  return () => channel.close();
}
