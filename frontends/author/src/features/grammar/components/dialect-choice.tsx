import type { Dialect } from '@inkbear/prose/grammar/finding';
import { SegmentedChoice } from '@inkbear/ui-kit/segmented-choice.tsx';

const options = [
  ['uk', 'UK spelling'],
  ['us', 'US spelling'],
] as const;

/** British or American spelling. */
export const DialectChoice = ({ value, onChange }: { value: Dialect; onChange: (dialect: Dialect) => void }) => (
  <SegmentedChoice label="Spelling" name="inkbear-spelling" {...{ options, value, onChange }} />
);
