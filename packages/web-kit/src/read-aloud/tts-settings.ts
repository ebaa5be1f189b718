import { safeLocalStorage } from '../safe-local-storage.ts';

/** How text is read aloud; `volume` in percent, `voice` a voice's name or a language. */
export interface TtsSettings {
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
  readonly volume: number;
}

export const ranges = {
  rate: { min: 0.1, max: 2, step: 0.1 },
  pitch: { min: 0, max: 2, step: 0.1 },
  volume: { min: 0, max: 100, step: 5 },
} as const;
const key = 'tts-settings';

const clampOr = (value: unknown, { min, max }: { min: number; max: number }, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;

export const ttsSettings = {
  /** @param rate the default speed */
  read: (rate = 1): TtsSettings => {
    const { voice, rate: chosen, pitch, volume } = readStored();
    return {
      voice: typeof voice === 'string' ? voice : 'default',
      rate: clampOr(chosen, ranges.rate, rate),
      pitch: clampOr(pitch, ranges.pitch, 1),
      volume: clampOr(volume, ranges.volume, 80),
    };
  },
  /** Stores the chosen settings and leaves the others unchanged. */
  update: (chosen: Partial<TtsSettings>): void =>
    safeLocalStorage.set(key, JSON.stringify({ ...readStored(), ...chosen })),
};

/** The stored settings, unvalidated. */
function readStored(): Partial<Record<keyof TtsSettings, unknown>> {
  try {
    return (JSON.parse(safeLocalStorage.get(key) ?? '{}') ?? {}) as Partial<Record<keyof TtsSettings, unknown>>;
  } catch {
    return {};
  }
}
