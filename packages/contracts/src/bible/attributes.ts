import rows from './attributes.json' with { type: 'json' };

export const entryKinds = ['character', 'place', 'object', 'group', 'thread', 'rule', 'event'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * How two values of an attribute are compared:
 *
 * - `text`: the same words after lower case, articles removed
 * - `colour`, `number`, `length`, `date`, `weekday`, `duration`: the same after reading the value as one of these
 * - `lifeState`: `alive` or `dead`
 * - `name`: the same name
 * - `entry`: the value names another entry, so the fact is stored as a relation
 * - `journey`: a duration and the other place, e.g. `two days to Harrow`
 */
export type Normaliser =
  | 'text'
  | 'colour'
  | 'number'
  | 'length'
  | 'date'
  | 'weekday'
  | 'duration'
  | 'lifeState'
  | 'name'
  | 'entry'
  | 'journey';

/** What can be known about an entry of a story bible. */
export interface Attribute {
  readonly key: string;
  readonly kinds: readonly EntryKind[];
  /** Whether an entry has one value at a time or several. */
  readonly values: 'one' | 'many';
  /**
   * `never`: the value cannot change, so a second value always contradicts. `explained`: contradicts unless the text
   * explains it. `free`: never contradicts.
   */
  readonly change: 'never' | 'explained' | 'free';
  readonly normaliser: Normaliser;
  /** Order in a prompt: attributes with 1 come first, those with 5 last. */
  readonly priority: number;
}

export const attributes = rows as readonly Attribute[];
