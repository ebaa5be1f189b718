import { randomBytes, randomUUID } from 'node:crypto';
import { diffToChanges } from '@inkbear/prose/changes';
import { type Batch, Batches } from '@inkbear/service-kit/batches';
import type { QuotaRequest } from '@inkbear/service-kit/byte-quota';
import { newId } from '@inkbear/service-kit/ids';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo, type Connection } from '@inkbear/service-kit/mongo';
import { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { firstChange, toChangeRow } from '../change.ts';
import { createHistory } from '../migrations/create-history.ts';
import { renameHeadFields } from '../migrations/rename-head-fields.ts';
import { HeadCache } from '../head-cache.ts';
import { HeadRepository } from '../head.repository.ts';
import { HistoryRepository } from '../history.repository.ts';
import { initialBytes, type ManuscriptHead, type ManuscriptKind, toStoredHead } from '../manuscript.ts';
import { type ManuscriptStore } from '../manuscript-store.ts';
import { patchText } from '../patch-text.ts';
import { type ListedRevision, listRevisions } from '../revisions.ts';

/** A minimal manuscript kind for tests: a text with a title, complete from 100 characters on. */
export interface NoteRow extends ManuscriptHead {
  title: string;
}

export const noteKind: ManuscriptKind<NoteRow> = {
  name: 'story',
  collections: { heads: 'notes', changes: 'note_changes', snapshots: 'note_snapshots' },
  errors: {
    notFound: 'books.chapter_not_found',
    revisionNotFound: 'books.revision_not_found',
    stale: 'books.stale_revision',
    invalidChanges: 'books.invalid_changes',
    tooLarge: 'books.too_large',
    revisionCurrent: 'books.revision_current',
  },
  maxUnits: 10_000,
  fieldTexts: ({ title }) => [title],
  derive: ({ content }) => ({ isComplete: content.length >= 100 }),
};

export const newNote = (more: Partial<NoteRow> = {}): NoteRow => ({
  _id: randomUUID(),
  userId: 'author',
  state: 'live',
  title: 'Note',
  content: '',
  rev: 1,
  version: 1,
  wordCount: 0,
  isComplete: false,
  compactAt: null,
  updatedAt: new Date(0),
  storedBytes: 0,
  deletedBytes: 0,
  fieldBytes: 0,
  ...more,
});

/** Notes in a real database. A test can open several stores, as several processes would. */
export class Notes {
  readonly connection: Connection;
  readonly logger = createLogger('notes', 'silent');
  now = new Date('2026-11-21T10:00:00Z');
  /** Recorded quota requests; a test may replace `refuse`. */
  readonly quotaRequests: QuotaRequest[] = [];
  refuse: (request: QuotaRequest) => void = () => undefined;
  readonly quota = {
    reserve: async <T>(request: QuotaRequest, write: () => Promise<T>): Promise<T> => {
      this.quotaRequests.push(request);
      this.refuse(request);
      return await write();
    },
    invalidate: () => undefined,
  };

  private constructor(connection: Connection) {
    this.connection = connection;
  }

  static async start(): Promise<Notes> {
    const connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_notes_${randomBytes(5).toString('hex')}`,
      logger: createLogger('notes', 'silent'),
    });
    await createHistory(connection, noteKind.collections);
    await renameHeadFields(connection, noteKind.collections.heads);
    return new Notes(connection);
  }

  async stop(): Promise<void> {
    await this.connection.dropDatabase();
    await this.connection.close();
  }

  /**
   * Opens the store of one process, with its own cache, on the shared database. Notes titled `read-only` reject edits,
   * as under a read-only plan.
   */
  openStore(): ManuscriptStore<NoteRow> {
    const heads = new HeadRepository(this.connection, noteKind, this.logger);
    const history = new HistoryRepository(this.connection, noteKind.collections);
    const requireEditable = ({ title }: NoteRow) =>
      title === 'read-only' ? Promise.reject(new ProblemError('plan.read_only')) : Promise.resolve();
    return {
      manuscriptKind: noteKind,
      heads,
      history,
      cache: new HeadCache(),
      requireEditable,
      requireListCapacity: () => Promise.resolve(),
      quota: this.quota,
      batches: new Batches({ logger: this.logger }),
      outbox: new Outbox(this.connection, 'notes'),
      clock: { now: () => this.now },
      newId,
    };
  }

  /** An empty note at revision 1. */
  async create(store: ManuscriptStore<NoteRow>, more: Partial<NoteRow> = {}): Promise<string> {
    const fresh = newNote({ ...more, updatedAt: this.now });
    const note = { ...fresh, ...initialBytes(noteKind, fresh) };
    await this.rows('notes').insertOne(toStoredHead(note));
    await store.outbox.run(({ session }) =>
      store.history.insertChanges([toChangeRow(note._id, firstChange(this.now))], session),
    );
    return note._id;
  }

  rows(name: 'notes' | 'note_changes' | 'note_snapshots') {
    return this.connection.collection<{ _id: string; [field: string]: unknown }>(name);
  }
}

/** Saves an edit, as the editor does. */
export async function patch(
  store: ManuscriptStore<NoteRow>,
  id: string,
  rev: number,
  [before, after]: readonly [string, string],
  changeId: string = randomUUID(),
): Promise<NoteRow> {
  return await patchText(store, {
    id,
    userId: 'author',
    baseRev: rev,
    changeId,
    changes: diffToChanges(before, after).toJSON(),
    origins: [],
    kind: 'autosave',
    timeZone: 'UTC',
  });
}

/** All revisions that are not compacted, newest first. */
export async function list(store: ManuscriptStore<NoteRow>, id: string, deleted = false): Promise<ListedRevision[]> {
  return (await listRevisions(store, { id, userId: 'author', limit: 500, deleted })).revisions;
}

/** Runs a batch like its job; returns how many items failed. */
export const runBatch = <T>(
  store: ManuscriptStore<NoteRow>,
  batch: (store: ManuscriptStore<NoteRow>) => Batch<T>,
): Promise<number> => store.batches.run(batch(store));

/** A small, fast, seeded random number generator: returns whole numbers from 0 to below `below`. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
