import type { Migration } from '@inkbear/service-kit/migrations';
import { books } from './0001-books.ts';
import { pendingChangesInHead } from './0002-pending-changes.ts';
import { writingDays } from './0003-writing-days.ts';
import { uncompactedRevisionsIndex } from './0004-kept-revisions.ts';
import { storedBytes } from './0005-stored-bytes.ts';
import { exactQuotas } from './0006-exact-quotas.ts';
import { compactAt } from './0007-compact-at.ts';
import { designAndMatter } from './0008-design-and-matter.ts';
import { findings } from './0009-findings.ts';
import { storyBible } from './0010-story-bible.ts';
import { readings } from './0011-readings.ts';
import { styleSheets } from './0012-style-sheets.ts';
import { provenance } from './0013-provenance.ts';
import { bibleBytes } from './0014-bible-bytes.ts';
import { imports } from './0015-imports.ts';
import { structureOperations } from './0016-structure-operations.ts';

export const migrations: readonly Migration[] = [
  books,
  pendingChangesInHead,
  writingDays,
  uncompactedRevisionsIndex,
  storedBytes,
  exactQuotas,
  compactAt,
  designAndMatter,
  findings,
  storyBible,
  readings,
  styleSheets,
  provenance,
  bibleBytes,
  imports,
  structureOperations,
];
