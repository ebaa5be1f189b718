import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import type { FindingRow } from './finding.ts';

export const presentFinding = ({
  findingId,
  group,
  rule,
  severity,
  text,
  advice,
  names,
  places,
  status,
  source,
  contradiction,
}: FindingRow): StoryFinding => ({
  id: findingId,
  group,
  rule,
  severity,
  text,
  advice,
  names,
  places,
  status,
  source,
  contradiction: contradiction ?? null,
});
