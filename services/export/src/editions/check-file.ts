import type { FileProfile } from '@inkbear/contracts/export/edition';
import type { Design } from '@inkbear/press/design';
import type { Manuscript } from '@inkbear/press/manuscript';
import { preflight, type PreflightResult } from '@inkbear/press/preflight/preflight';
import type { CoverImage, WrittenFile } from './written-file.ts';
import { scanManuscript } from './scan-manuscript.ts';

interface CheckedContent {
  readonly profile: FileProfile;
  readonly manuscript: Manuscript;
  readonly design: Design;
  readonly cover: CoverImage | null;
}

/** Checks a finished file by the rules of its format and shop, and what its texts say; null for formats without such rules. */
export async function checkFile(
  { file, layout }: WrittenFile,
  { profile, manuscript, design, cover }: CheckedContent,
): Promise<PreflightResult | null> {
  if (profile !== 'print' && profile !== 'screen' && profile !== 'epub') return null;
  const textFindings = scanManuscript(manuscript);
  return await preflight({ ...layout, profile, file, manuscript, design, textFindings, hasCover: cover !== null });
}
