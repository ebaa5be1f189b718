import { measureText } from '@inkbear/story-analysis/voice/measured-text';
import { measureStyle } from '@inkbear/story-analysis/voice/style-features';
import { typedBlocks } from '@inkbear/story-analysis/voice/typed-blocks';
import { compareVoice, createVoiceProfile } from '@inkbear/story-analysis/voice/voice-profile';
import type { VoiceMetric } from '../candidates.ts';

export const voiceDistance: VoiceMetric = {
  name: 'voice profile',
  createDistance(typed) {
    const blocks = typedBlocks(typed.map((text) => ({ text, origins: [] })));
    const profile = createVoiceProfile(blocks.map(measureStyle), true);
    if (!profile) throw new Error('The typed text is too short for a profile.');
    return (text) => {
      const comparison = compareVoice(profile, measureText(text));
      if (!comparison) throw new Error('The text is too short to be compared.');
      return comparison.distance;
    };
  },
};
