import { describe, expect, it } from '@jest/globals';
import { dateProblem, sortEvents, type EventTime, whenText, withoutDeletedEvent } from './timeline.ts';

const event = (name: string, when?: EventTime, kind: 'event' | 'character' = 'event') => ({
  ...{ id: name, name, kind },
  ...(when && { when }),
});
const after = (eventId: string, days: number): EventTime => ({ relativeTo: { eventId, days } });
const shown = (entries: ReturnType<typeof event>[]) =>
  sortEvents(entries).map((dated) => [dated.entry.name, whenText(dated, entries)]);

describe('the timeline of a story bible', () => {
  it('has the events by date, with those that are counted from another one, and the unknown ones last', () => {
    const entries = [
      event('Wedding'),
      event('Funeral', after('Storm', 3)),
      event('Mara', { date: '1911-01-01' }, 'character'),
      event('Storm', { date: '1912-02-28' }),
      event('Trial', { date: '1911-12-31', weekday: 7 }),
      event('Letter', after('Storm', -1)),
    ];
    expect(shown(entries)).toEqual([
      ['Trial', 'Sunday, 31 December 1911'],
      ['Letter', 'Tuesday, 27 February 1912 · 1 day before Storm'],
      ['Storm', 'Wednesday, 28 February 1912'],
      ['Funeral', 'Saturday, 2 March 1912 · 3 days after Storm'],
      ['Wedding', ''],
    ]);
  });

  it('groups events relative to an undated event, also in a circle', () => {
    const entries = [
      event('A', after('B', 1)),
      event('B', after('A', 2)),
      event('Feast', { weekday: 5 }),
      event('Dance', after('Feast', 0)),
      event('Lost', after('gone', 1)),
    ];
    const names = shown(entries);
    expect(names.slice(2)).toEqual([
      ['Feast', 'a Friday'],
      ['Dance', 'the same day as Feast'],
      ['Lost', ''],
    ]);
    expect(names.map(([name]) => name).toSorted()).toEqual(['A', 'B', 'Dance', 'Feast', 'Lost']);
  });

  it('drops the reference to a deleted event from relative dates', () => {
    const entries = [event('Storm'), event('Mara', undefined, 'character')];
    expect(withoutDeletedEvent(after('Storm', 1), entries)).toEqual(after('Storm', 1));
    expect(withoutDeletedEvent(after('Mara', 1), entries)).toBeUndefined();
    expect(withoutDeletedEvent({ ...after('gone', 1), weekday: 2 }, entries)).toEqual({ weekday: 2 });
  });

  it('says when a date is on another weekday, and has no date beyond the calendar', () => {
    const entries = [event('Storm', { date: '1912-02-28', weekday: 1 }), event('End', after('Storm', 1_000_000_000))];
    const [storm, end] = sortEvents(entries);
    expect(storm && dateProblem(storm)).toBe('This date is a Wednesday, but the event is said to be on a Monday.');
    expect(end && [end.date, dateProblem(end)]).toEqual([null, null]);
  });
});
