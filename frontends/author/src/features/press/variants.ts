import type { DesignSettings } from '@inkbear/contracts/books/design';
import { findDesignErrors, trimSizeOf } from '@inkbear/contracts/books/design-rules';
import { designChoices } from './design-form-values.ts';

/** A change of the design whose figures are shown beside those of the current one. */
export interface Variant {
  readonly id: string;
  readonly label: string;
  readonly patch: Partial<DesignSettings>;
}

export const maxVariants = 5;

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The variants of a design, without those that it has already and those that would be invalid. */
export function listVariants(settings: DesignSettings): Variant[] {
  const { size, leading } = settings;
  const all: Variant[] = [
    ...designChoices.trim.flatMap(([trim, label]): Variant[] =>
      trim === 'own' ? [] : [{ id: `trim ${trim}`, label, patch: { trim } }],
    ),
    ...[-1, -0.5, 0.5, 1].map((step): Variant => ({
      id: `size ${step}`,
      label: `${rounded(size + step)} pt type`,
      patch: { size: rounded(size + step) },
    })),
    ...[-0.08, 0.08].map((step): Variant => ({
      id: `leading ${step}`,
      label: `Line spacing ${rounded(leading + step)}`,
      patch: { leading: rounded(leading + step) },
    })),
    ...designChoices.face.map(([face, label]): Variant => ({ id: `face ${face}`, label, patch: { face } })),
    { id: 'chapters next', label: 'Chapters on the next page', patch: { chapterStart: 'next' } },
    { id: 'chapters right', label: 'Chapters on right-hand pages', patch: { chapterStart: 'right' } },
    ...designChoices.paper.map(([paper, label]): Variant => ({
      id: `paper ${paper}`,
      label: `${label} paper`,
      patch: { paper },
    })),
  ];
  return all.filter(({ patch }) => changes(settings, patch) && isPossible({ ...settings, ...patch }));
}

const changes = (settings: DesignSettings, patch: Partial<DesignSettings>): boolean =>
  (Object.keys(patch) as (keyof DesignSettings)[]).some((key) =>
    key === 'trim'
      ? JSON.stringify(trimSizeOf(settings)) !== JSON.stringify(trimSizeOf({ ...settings, ...patch }))
      : patch[key] !== settings[key],
  );

const isPossible = (settings: DesignSettings): boolean =>
  settings.size >= 9 &&
  settings.size <= 14 &&
  settings.leading >= 1.15 &&
  settings.leading <= 1.6 &&
  findDesignErrors(settings).length === 0;
