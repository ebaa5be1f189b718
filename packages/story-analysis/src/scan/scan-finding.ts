/** A range of a chapter. Positions are UTF-16 units of its text; `to` is exclusive. */
export interface ScanRange {
  /** The index of the chapter in the list that was scanned. */
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
}

/**
 * - `leak`, the stored name of leftovers: a text that is not part of the story, such as the greeting of an assistant
 * - `tell`: the phrases of a chapter that AI overuses, when there are many of them. The name is stored with findings
 * - `repetition`: the same words several times
 */
export type ScanGroup = 'leak' | 'tell' | 'repetition';

export interface ScanFinding {
  readonly group: ScanGroup;
  readonly rule: string;
  /** The words as they stand at the first of the places. */
  readonly quote: string;
  /** How often they occur; `places` has the first of them. */
  readonly count: number;
  readonly places: readonly ScanRange[];
}

/** A finding lists at most this many places, and a scan at most this many findings of each group. */
export const scanLimits = { places: 20, findings: 200, quote: 200 } as const;
