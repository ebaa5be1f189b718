import type { Batch, Stored } from './save-model.ts';

/** The server, as the queue of one document sees it. Every call throws what `call` throws. */
export interface SavePort {
  load: () => Promise<Stored>;
  /** Saves the changes of a batch that was made for `rev`; the same changeId twice is one revision. */
  patch: (batch: Batch, rev: number) => Promise<{ rev: number }>;
  /** Saves the full text over `rev`. */
  put: (text: string, rev: number) => Promise<{ rev: number }>;
}

/** What must survive the tab: the acknowledged text and what was made of it since. */
export interface JournalRecord {
  readonly base: Stored;
  readonly batches: readonly Batch[];
}

/**
 * Where unacknowledged changes wait in this browser. Neither call throws: a browser without storage still saves to the
 * server.
 */
export interface SaveJournal {
  /** Stores the record, null clears it. False when the browser could not: then nothing may be called kept. */
  write: (record: JournalRecord | null) => Promise<boolean>;
  /**
   * Stores the record before it returns, for a page that is about to be unloaded. False when it does not fit or is
   * refused.
   */
  writeSync: (record: JournalRecord) => boolean;
}

export interface SaveClock {
  now: () => number;
  /** Runs once after `ms`; gives the function that calls it off. */
  after: (ms: number, run: () => void) => () => void;
}

export const browserClock: SaveClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
