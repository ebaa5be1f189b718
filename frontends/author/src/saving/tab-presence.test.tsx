import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { joinTabs, type TabPresence } from './tab-presence.ts';

describe('joinTabs', () => {
  let sent: jest.SpiedFunction<BroadcastChannel['postMessage']>;
  let presence: TabPresence;
  beforeEach(() => {
    sent = jest.spyOn(BroadcastChannel.prototype, 'postMessage');
    presence = joinTabs('c1', { onOthers: () => undefined, onSaved: () => undefined });
  });
  afterEach(() => {
    presence.close();
    sent.mockRestore();
  });

  const kinds = () => sent.mock.calls.map(([message]) => (message as { kind: string }).kind);
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  it('announces the tab again when the browser shows the page from its cache', () => {
    window.dispatchEvent(new Event('pagehide'));
    show(true);
    expect(kinds()).toEqual(['hello', 'bye', 'hello']);
  });

  it('announces a new page only once', () => {
    show(false);
    expect(kinds()).toEqual(['hello']);
  });
});
