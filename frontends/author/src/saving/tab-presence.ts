type Message = { kind: 'hello' | 'here' | 'bye'; from: string } | { kind: 'saved'; from: string; rev: number };

export interface TabPresence {
  /** Sends the revision that this tab has just saved to the other tabs. */
  announceSave: (rev: number) => void;
  close: () => void;
}

/** Reports how many other tabs have the same document open, and their saves. */
export function joinTabs(
  documentId: string,
  { onOthers, onSaved }: { onOthers: (count: number) => void; onSaved: (rev: number) => void },
): TabPresence {
  const channel = new BroadcastChannel(`inkbear-document:${documentId}`);
  const tabId = crypto.randomUUID();
  const others = new Set<string>();
  const post = (message: Message) => channel.postMessage(message);
  const onMessage = (event: MessageEvent<Message>) => {
    const message = event.data;
    if (message.kind === 'saved') return onSaved(message.rev);
    if (message.kind === 'bye') others.delete(message.from);
    else others.add(message.from);
    if (message.kind === 'hello') post({ kind: 'here', from: tabId });
    return onOthers(others.size);
  };
  const join = () => post({ kind: 'hello', from: tabId });
  const leave = () => post({ kind: 'bye', from: tabId });
  // After a bfcache restore the tab rejoins, because `pagehide` has sent `bye`.
  const rejoin = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join();
  };
  channel.addEventListener('message', onMessage as EventListener);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', rejoin);
  join();
  return {
    announceSave: (rev) => post({ kind: 'saved', from: tabId, rev }),
    close: () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', rejoin);
      channel.close();
    },
  };
}
