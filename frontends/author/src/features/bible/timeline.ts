import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { counted } from '@inkbear/web-kit/counted.ts';
import { longDate } from '@inkbear/web-kit/format.ts';

type Entry = Pick<BibleEntry, 'id' | 'name' | 'kind' | 'when'>;
export type EventTime = NonNullable<BibleEntry['when']>;

/** An event of the story bible and when it happens. */
export interface DatedEvent<E extends Entry> {
  readonly entry: E;
  /** Its date (YYYY-MM-DD), also when it follows from that of another event; null when unknown. */
  readonly date: string | null;
}

/** When an event happens, without a reference to a deleted event. */
export function withoutDeletedEvent(when: EventTime | undefined, entries: readonly Entry[]): EventTime | undefined {
  const eventId = when?.relativeTo?.eventId;
  if (eventId === undefined || entries.some(({ id, kind }) => id === eventId && kind === 'event')) return when;
  const { relativeTo: _relativeTo, ...rest } = when ?? {};
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** From Monday on, as `weekday` counts. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const dayMs = 86_400_000;

/**
 * The events in the order of their dates, then the events without a date, grouped by the event from which they are
 * counted.
 */
export function sortEvents<E extends Entry>(entries: readonly E[]): DatedEvent<E>[] {
  const events = new Map(entries.filter(({ kind }) => kind === 'event').map((entry) => [entry.id, entry]));
  const positioned = [...events.values()].map((entry) => ({ entry, ...positionOf(entry, events) }));
  return positioned.toSorted(compare).map(({ entry, date }) => ({ entry, date }));
}

interface Position {
  readonly date: string | null;
  /** The event at the end of the chain of relative dates; the event itself when its date is not relative. */
  readonly root: Entry;
  /** Days from the root to the event. */
  readonly days: number;
}

/** Follows the chain of relative dates from an event to its root. Stops at a cycle. */
function positionOf(entry: Entry, events: ReadonlyMap<string, Entry>): Position {
  const seen = new Set<string>();
  let root = entry;
  let days = 0;
  while (root.when?.date === undefined && root.when?.relativeTo && !seen.has(root.id)) {
    seen.add(root.id);
    const next = events.get(root.when.relativeTo.eventId);
    if (!next) break;
    days += root.when.relativeTo.days;
    root = next;
  }
  const date = root.when?.date;
  return { date: date === undefined ? null : addDays(date, days), root, days };
}

/** Null beyond the years that a date can have. */
function addDays(date: string, days: number): string | null {
  const time = new Date(Date.parse(date) + days * dayMs);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString().slice(0, 10) : null;
}

interface PositionedEvent extends Position {
  readonly entry: Entry;
}

function compare(one: PositionedEvent, other: PositionedEvent): number {
  if (one.date !== null && other.date !== null && one.date !== other.date) return one.date < other.date ? -1 : 1;
  if ((one.date === null) !== (other.date === null)) return one.date === null ? 1 : -1;
  return one.root.name.localeCompare(other.root.name) || one.days - other.days;
}

/** The weekday of a date as `weekday` counts: 1 is Monday. */
const weekdayOf = (date: string): number => new Date(Date.parse(date)).getUTCDay() || 7;

/** When an event happens, in words; '' when unknown. */
export function whenText({ entry, date }: DatedEvent<Entry>, entries: readonly Entry[]): string {
  const { weekday, relativeTo } = entry.when ?? {};
  const base = relativeTo && entries.find(({ id }) => id === relativeTo.eventId);
  const relative = relativeTo && base ? daysText(relativeTo.days, base.name) : null;
  const day = weekday === undefined ? null : (weekdayNames[weekday - 1] ?? null);
  const dated = date === null ? null : `${weekdayNames[weekdayOf(date) - 1] ?? ''}, ${longDate(date, 'UTC')}`;
  return [dated ?? (day && `a ${day}`), relative].filter(Boolean).join(' · ');
}

/** What is wrong with the date of an event; null when nothing is. */
export function dateProblem({ entry, date }: DatedEvent<Entry>): string | null {
  const weekday = entry.when?.weekday;
  if (date === null || weekday === undefined || weekdayOf(date) === weekday) return null;
  const [is, should] = [weekdayNames[weekdayOf(date) - 1], weekdayNames[weekday - 1]];
  return `This date is a ${is ?? ''}, but the event is said to be on a ${should ?? ''}.`;
}

function daysText(days: number, name: string): string {
  if (days === 0) return `the same day as ${name}`;
  return `${counted(Math.abs(days), 'day')} ${days > 0 ? 'after' : 'before'} ${name}`;
}
