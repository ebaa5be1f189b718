import { summaryLevels, summaryTokens, type SummaryTexts } from '@inkbear/contracts/ai/summary';
import { readChapterForOwner } from '@inkbear/contracts/books/internal';
import { decodeFingerprint, encodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import { promptVersion } from '../prompts/prompt-versions.ts';
import { replySchemas } from '../prompts/reply-schemas.ts';
import { outdatedShare } from '../summaries/changed-share.ts';
import type { ProviderSummaryRepository } from '../summaries/provider-summary.repository.ts';
import { type AskedChapter, askProvider, type ReadingDeps } from './ask-provider.ts';

export type SummaryDeps = ReadingDeps & { readonly providerSummaries: ProviderSummaryRepository };

/** About 20,000 words. A longer chapter keeps the summary by rules: one of its beginning would mislead. */
const maxUnits = 120_000;
/** A shorter text is hardly longer than its summary. */
const minUnits = 2_000;

/**
 * Lets the provider summarise a chapter that fits half of the model's window, unless it has summarised nearly the same
 * text before. A text that is too long for
 * its place in prompts is dropped.
 */
export async function writeSummary(deps: SummaryDeps, chapter: AskedChapter): Promise<void> {
  const { peers, worker, providerSummaries, clock, models } = deps;
  const { userId, bookId, chapterId, signal } = chapter;
  const job = { owner: userId, signal };
  const { content: text, title } = await peers.call(readChapterForOwner, {
    params: { id: chapterId },
    query: { userId },
  });
  if (text.length < minUnits || text.length > maxUnits) return;
  const [textTokens = 0] = await worker.countTokens([text], job);
  if (textTokens > models.read.window / 2) return;
  const version = promptVersion('summarise-chapter');
  const written = await providerSummaries.find(chapterId);
  if (written?.promptVersion === version) {
    const { changedShare } = await worker.summarise({ text, before: decodeFingerprint(written.fingerprint) }, job);
    if (changedShare <= outdatedShare) return;
  }
  const task = { kind: 'summarise-chapter' as const, title, text };
  const summary = await askProvider(deps, chapter, { task, schema: replySchemas.summary });
  const tokens = await worker.countTokens(
    summaryLevels.map((level) => summary[level]),
    job,
  );
  const texts: SummaryTexts = { line: '', short: '', long: '' };
  for (const [index, level] of summaryLevels.entries())
    if ((tokens[index] ?? 0) <= summaryTokens[level]) texts[level] = summary[level].trim();
  await providerSummaries.save({
    _id: chapterId,
    bookId,
    userId,
    texts,
    fingerprint: encodeFingerprint(await worker.fingerprintOf(text, job)),
    promptVersion: version,
    createdAt: clock.now(),
  });
}
