import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../toast.ts';
import { type ReadingSource, Speaker, type SpeakerState } from './speaker.ts';
import { type TtsSettings, ttsSettings } from './tts-settings.ts';

const engineOf = (): SpeechSynthesis | null => ('speechSynthesis' in window ? window.speechSynthesis : null);
const failed = {
  title: 'Speech Error',
  description: 'There was an error with text-to-speech',
  tone: 'destructive',
} as const;

/** Controls reading aloud; stops when the component unmounts. */
export function useSpeaker(source: ReadingSource, defaultRate?: number) {
  const [settings, setSettings] = useState(() => ttsSettings.read(defaultRate));
  const [state, setState] = useState<SpeakerState>('idle');
  const speaker = useRef<Speaker | null>(null);
  useEffect(() => () => speaker.current?.stop(), []);
  const play = () => {
    const engine = engineOf();
    if (engine === null)
      return showToast({
        title: 'Not Supported',
        description: 'Text-to-speech is not supported in your browser',
        tone: 'destructive',
      });
    speaker.current?.stop();
    speaker.current = new Speaker(engine, source, settings, { onState: setState, onError: () => showToast(failed) });
    if (speaker.current.play()) showToast({ title: 'Playing', description: 'Text-to-speech started' });
    else
      showToast({
        title: 'No text to read',
        description: 'Please provide text to use text-to-speech',
        tone: 'destructive',
      });
  };
  const change = (part: Partial<TtsSettings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    ttsSettings.update(part);
    speaker.current?.change(next);
  };
  return {
    state,
    settings,
    change,
    play,
    pause: () => speaker.current?.pause(),
    resume: () => speaker.current?.resume(),
    skip: (by: 1 | -1) => speaker.current?.skip(by),
    stop: () => speaker.current?.stop(),
  };
}

const none: readonly SpeechSynthesisVoice[] = [];
let known: readonly SpeechSynthesisVoice[] = [];
function voicesNow(): readonly SpeechSynthesisVoice[] {
  const voices = engineOf()?.getVoices() ?? [];
  if (voices.length !== known.length || voices.some((voice, at) => voice !== known[at])) known = voices;
  return known;
}
const watchVoices = (listener: () => void) => {
  const engine = engineOf();
  engine?.addEventListener?.('voiceschanged', listener);
  return () => engine?.removeEventListener?.('voiceschanged', listener);
};

/** The voices of this browser; browsers load some of them late. */
export const useVoices = (): readonly SpeechSynthesisVoice[] =>
  useSyncExternalStore(watchVoices, voicesNow, () => none);
