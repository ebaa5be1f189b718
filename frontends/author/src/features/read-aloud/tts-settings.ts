/** How text is read aloud; `volume` in percent, `voice` a voice's name or a language. */
export interface TtsSettings { readonly voice: string; readonly rate: number; readonly pitch: number; readonly volume: number }

export const ranges = { rate: { min: 0.1, max: 2, step: 0.1 }, pitch: { min: 0, max: 2, step: 0.1 }, volume: { min: 0, max: 100, step: 5 } } as const;
const key = 'tts-settings';

const within = (value: unknown, { min, max }: { min: number; max: number }, fallback: number): number =>
  (typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback);

export const ttsSettings = {
  /** @param rate where the author has not chosen one */
  read: (rate = 1): TtsSettings => {
    const fresh: TtsSettings = { voice: 'default', rate, pitch: 1, volume: 80 };
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof TtsSettings, unknown>>;
      return { voice: typeof kept.voice === 'string' ? kept.voice : fresh.voice, rate: within(kept.rate, ranges.rate, rate), pitch: within(kept.pitch, ranges.pitch, fresh.pitch), volume: within(kept.volume, ranges.volume, fresh.volume) };
    } catch {
      return fresh;
    }
  },
  keep: (settings: TtsSettings): void => {
    try {
      localStorage.setItem(key, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing reads with these until the page is closed.
    }
  },
};
