import { plotStarters } from '@inkbear/contracts/craft/plot-starter';

export const parts = ['genre', 'character', 'setting', 'conflict'] as const;
export type Part = (typeof parts)[number];
export type Plot = Readonly<Record<Part, string>>;

const lists: Readonly<Record<Part, readonly string[]>> = {
  genre: plotStarters.genres,
  character: plotStarters.characters,
  setting: plotStarters.settings,
  conflict: plotStarters.conflicts,
};

/** Rolls four dice: held ones stay, the others change. `random` returns a number in [0, 1). */
export function roll(random: () => number, before: Plot | null, kept: ReadonlySet<Part>): Plot {
  const draw = (part: Part): string => {
    const old = before?.[part];
    if (old !== undefined && kept.has(part)) return old;
    const others = lists[part].filter((each) => each !== old);
    return others[Math.floor(random() * others.length)] as string;
  };
  return { genre: draw('genre'), character: draw('character'), setting: draw('setting'), conflict: draw('conflict') };
}

/** The plot as one sentence. */
export const plotSentence = ({ character, setting, conflict }: Plot): string => {
  const sentence = `${setting}, ${character} ${conflict}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};
