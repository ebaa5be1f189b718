import type { ActionId } from './actions.ts';

interface Situation {
  readonly hasEditor: boolean;
  readonly isPro: boolean;
  /** A save conflict is open. */
  readonly hasConflict: boolean;
  readonly text: string;
  readonly selected: string | null;
}
export interface BlockedReason {
  readonly title: string;
  readonly description: string;
}

const noContent: BlockedReason = { title: 'No Content', description: 'Add some content first to use AI tools.' };
/** Enhancing a chapter needs more characters than this. */
const minContentLength = 50;
const placeholder =
  /^(?:start writing|begin writing|write your (?:chapter|story|content)|(?:chapter )?content (?:goes )?here|lorem ipsum)\b/i;

/** The reason why an action cannot start; null when it can. */
export function blockedReasonOf(
  action: ActionId,
  { hasEditor, isPro, hasConflict, text, selected }: Situation,
): BlockedReason | null {
  if (!isPro)
    return {
      title: 'Pro Required',
      description:
        action === 'generate'
          ? 'Chapter generation requires a Pro subscription'
          : 'AI writing tools require a Pro subscription.',
    };
  if (hasConflict)
    return {
      title: 'Choose a version first',
      description: 'This chapter was changed elsewhere too. Choose which text to keep, then ask again.',
    };
  if (!hasEditor) return { title: 'Editor Not Ready', description: 'Please wait for the editor to load.' };
  if (action === 'generate') return null;
  if (action === 'selection')
    return selected === null || selected.trim() === ''
      ? {
          title: 'Select Text First',
          description: 'Select the words you want to enhance, then press Enhance Selection.',
        }
      : null;
  if (text.trim() === '') return noContent;
  if (action === 'engaging' && (text.trim().length <= minContentLength || placeholder.test(text.trim())))
    return noContent;
  return null;
}
