import type { StoredText } from '@inkbear/web-kit/journal/unload-copy.ts';
import type { Batch } from './save-model.ts';

/** The routes of one document. Every call throws what `call` throws. */
export interface SavePort {
  load: () => Promise<StoredText>;
  /** Saves a batch of changes to revision `rev`; idempotent by changeId. */
  patch: (batch: Batch, rev: number) => Promise<{ rev: number }>;
  /** Saves the full text over `rev`. */
  put: (text: string, rev: number) => Promise<{ rev: number }>;
}

/** The data that must survive the tab: the acknowledged text and all changes since. */
export interface JournalRecord {
  readonly base: StoredText;
  readonly batches: readonly Batch[];
}

/** Stores unacknowledged changes in this browser. No call throws, because saving must work without storage too. */
export interface SaveJournal {
  /** Stores the record; null clears it. False when the browser could not store it. */
  write: (record: JournalRecord | null) => Promise<boolean>;
  /** Stores the record synchronously, before a page unload. False when it is too long or the browser refuses. */
  writeSync: (record: JournalRecord) => boolean;
  /**
   * Calls the listener when the browser may have deleted what was stored. Returns a function that removes the listener.
   */
  onLost: (listener: () => void) => () => void;
}

export interface SaveClock {
  now: () => number;
  /** Runs once after `ms`; returns the function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
}

/** The dependencies of a save queue. */
export interface SaveDeps {
  readonly port: SavePort;
  readonly journal: SaveJournal;
  readonly clock: SaveClock;
  readonly newId: () => string;
  /**
   * Called when a save or a load finds that the session has ended. After a save, the changes are in the journal by then.
   */
  readonly onSignedOut?: (error: unknown) => void;
}

export const browserClock: SaveClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
