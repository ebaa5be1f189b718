import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { emitProgress } from '../chapters/commit-save.ts';
import { dueAt, takeDue } from './progress.ts';

const batch = 200;

/** Reports the words of chapters whose author stopped typing. A save that comes between has reported them itself: then nothing is written here. */
export async function flushProgress({ chapters, outbox, clock }: { chapters: ChapterRepository; outbox: Outbox; clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const chapter of await chapters.listProgressDue(now, batch)) {
    const { progress, report } = takeDue(chapter.progress, now);
    if (!report) continue;
    await outbox.run(async (transaction) => {
      const after = { ...chapter, progress, progressDueAt: dueAt(progress), version: chapter.version + 1 };
      if (await chapters.swap(chapter, after, transaction.session)) await emitProgress(transaction, after, report);
    });
  }
}
