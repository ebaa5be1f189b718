import { type FileProfile, isFinished } from '@inkbear/contracts/export/edition';
import { canExportBook } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { CoverRepository } from '../covers/cover.repository.ts';
import {
  countWaiting,
  createFile,
  type EditionRow,
  type FileRow,
  findUsableFile,
  pressVersion,
  queueLimits,
  splitOffOldFiles,
} from './edition.ts';
import type { EditionRepository } from './edition.repository.ts';
import type { RemoveDeps } from './remove-editions.ts';

export interface RequestDeps extends RemoveDeps {
  readonly covers: CoverRepository;
  readonly entitlements: Entitlements;
  readonly newId: NewId;
}

const retryAfterSeconds = 10;
/** Serialises everything that adds files to the queue or takes them from it. */
export const queueLock = 'edition-files';

/** Throws 403 `plan.required` when the plan does not include one of these formats; Markdown is in every plan. */
export async function requireFormatsInPlan(
  { entitlements, clock }: { entitlements: Entitlements; clock: Clock },
  userId: string,
  profiles: readonly FileProfile[],
): Promise<void> {
  if (profiles.every((profile) => profile === 'markdown')) return;
  await entitlements.require(
    userId,
    (entitlement) => canExportBook(entitlement, clock.now()),
    new ProblemError('plan.required', { message: 'Full-book export needs a Pro plan.' }),
  );
}

/** Throws 429 when too many files of the user wait, and 503 when too many of all do. */
export async function requireQueueCapacity(
  editions: EditionRepository,
  { userId, added }: { userId: string; added: number },
  session?: Transaction['session'],
): Promise<void> {
  if (added === 0) return;
  const { ofUser, ofAll } = countWaiting(await editions.listQueued(session), userId);
  if (ofUser + added > queueLimits.waitingOfUser) throw new ProblemError('export.too_many', { retryAfterSeconds });
  if (ofAll + added > queueLimits.waiting) throw new ProblemError('export.busy', { retryAfterSeconds });
}

/** What the files of these profiles are made with besides the frozen book. */
export async function readBuildInputs(
  covers: CoverRepository,
  { bookId, userId }: Pick<EditionRow, 'bookId' | 'userId'>,
  profiles: readonly FileProfile[],
): Promise<Pick<FileRow, 'profile' | 'source'>[]> {
  const cover = profiles.includes('epub') ? await covers.find(bookId, userId) : null;
  return [...new Set(profiles)].map((profile) => ({
    profile,
    source: profile === 'epub' && cover ? `${pressVersion} ${cover.storedId}` : pressVersion,
  }));
}

/**
 * Adds files to the queue, except those that the edition has already. Throws 429 or 503 when too many files wait.
 * Returns the changed edition.
 */
export async function addFiles(
  { editions, storedFiles, clock, newId }: Pick<RequestDeps, 'editions' | 'storedFiles' | 'clock' | 'newId'>,
  edition: EditionRow,
  sources: readonly Pick<FileRow, 'profile' | 'source'>[],
  { session, lock }: Transaction,
): Promise<EditionRow> {
  const missing = sources.filter((source) => !findUsableFile(edition.files, source));
  if (missing.length === 0) return edition;
  await lock(queueLock);
  await requireQueueCapacity(editions, { userId: edition.userId, added: missing.length }, session);
  const added = missing.map((source) => createFile({ id: newId(), ...source }, clock.now()));
  const { kept: files, dropped } = splitOffOldFiles([...edition.files, ...added]);
  await storedFiles.removeReference(
    dropped.flatMap(({ storedId }) => storedId ?? []),
    edition.userId,
    session,
  );
  const isBusy = files.some(({ state }) => !isFinished(state));
  await editions.setFiles({ _id: edition._id, files }, isBusy, session);
  return { ...edition, files, isBusy };
}
