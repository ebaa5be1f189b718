import type { saveImportPlan as route } from '@inkbear/contracts/export/import';
import type { RouteBody } from '@inkbear/contracts/route';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { type ImportRow, requireReady } from './import.ts';
import type { ImportRepository } from './import.repository.ts';
import { describeChapters, requireValidRanges } from './plan.ts';
import { decodeText } from './stored-text.ts';

export interface PlanDeps {
  readonly imports: ImportRepository;
  readonly storedFiles: StoredFileRepository;
  readonly outbox: Outbox;
}

interface PlanSave {
  readonly id: string;
  readonly userId: string;
  /** The revision of the plan that the author has corrected. */
  readonly baseRev: number;
  readonly plan: RouteBody<typeof route>;
}

/** Replaces the plan. Throws 409 unless the import is ready, 412 when the plan has changed, and 400 when it does not fit. */
export async function savePlan(
  { imports, storedFiles, outbox }: PlanDeps,
  { id, userId, baseRev, plan }: PlanSave,
): Promise<ImportRow> {
  const before = requireCurrent(await imports.get(id, userId), baseRev);
  requireValidRanges(plan.chapters, before.length);
  const chapters = await describeChapters(plan.chapters, before.plan.chapters, async () =>
    decodeText(await storedFiles.read(before.textId)),
  );
  return await outbox.run(async ({ session }) => {
    const current = requireCurrent(await imports.get(id, userId, session), baseRev);
    const change = { plan: { ...plan, chapters, confidence: current.plan.confidence }, planRev: baseRev + 1 };
    await imports.update(id, change, session);
    return { ...current, ...change };
  });
}

function requireCurrent(row: ImportRow, baseRev: number): ReturnType<typeof requireReady> {
  const ready = requireReady(row);
  if (ready.planRev !== baseRev) throw new ProblemError('imports.stale_plan', { rev: ready.planRev });
  return ready;
}
