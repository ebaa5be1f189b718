import { SpeechControl } from '@inkbear/ui-kit/speech-control.tsx';
import type { ReadingSource } from '@inkbear/web-kit/read-aloud/speaker.ts';
import { ranges } from '@inkbear/web-kit/read-aloud/tts-settings.ts';
import { useSpeaker, useVoices } from '@inkbear/web-kit/read-aloud/use-speaker.ts';

const stateText = {
  idle: 'Starts at the cursor, or reads the selection.',
  playing: 'Reading aloud.',
  paused: 'Paused. Correct what you heard; reading continues from here.',
};

/** Reads a text aloud, sentence by sentence. `source` provides the text, so any page can use it. */
export function ReadAloud({ source, defaultRate }: { source: ReadingSource; defaultRate?: number }) {
  return (
    <SpeechControl {...useSpeaker(source, defaultRate)} stateText={stateText} ranges={ranges} voices={useVoices()} />
  );
}
