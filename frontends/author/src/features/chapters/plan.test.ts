import { describe, expect, it } from '@jest/globals';
import { newBeat, writeBeats } from './beats.ts';
import { changesOf, normalisePlan, planOf, pointsOf, targetFrom } from './plan.ts';

describe('chapter plan', () => {
  it('has one key point for each non-empty line', () => {
    expect(pointsOf(' Ida lights the lamp \n\n  \nThe ship is late')).toEqual([
      'Ida lights the lamp',
      'The ship is late',
    ]);
  });

  const beat = { ...newBeat('She waits.'), id: 'b1' };
  const stored = { description: 'Night.', keyPoints: ['One'], beats: [beat], storyDate: null, isFlashback: false };
  const plan = planOf(stored);

  it('converts to text fields', () => {
    expect(plan).toEqual({
      description: 'Night.',
      keyPoints: 'One',
      beats: JSON.stringify([beat]),
      storyDate: '',
      isFlashback: '',
    });
    expect(planOf({ ...stored, storyDate: '1911-03-04', isFlashback: true })).toMatchObject({
      storyDate: '1911-03-04',
      isFlashback: 'yes',
    });
  });

  it('has no beats, date or flashback when a server of the previous release replies', () => {
    expect(planOf({ description: '', keyPoints: [] })).toMatchObject({ beats: '[]', storyDate: '', isFlashback: '' });
  });

  it('has no blank lines and no empty beats after it was saved', () => {
    const typed = { ...plan, keyPoints: 'One\n\n', beats: writeBeats([beat, newBeat()]) };
    expect(normalisePlan(typed)).toEqual(plan);
  });

  it('sends beats, date and flashback only when they were changed, beats with what they were before', () => {
    const unchanged = {
      description: 'Night.',
      keyPoints: ['One'],
      seen: { description: 'Night.', keyPoints: ['One'] },
    };
    expect(changesOf({ ...plan, beats: writeBeats([beat, newBeat()]) }, plan)).toEqual(unchanged);
    const longer = { ...beat, words: 800 };
    const typed = { ...plan, beats: writeBeats([longer]), storyDate: '1911-03-04', isFlashback: 'yes' as const };
    expect(changesOf(typed, plan)).toEqual({
      ...unchanged,
      beats: [longer],
      storyDate: '1911-03-04',
      isFlashback: true,
      seen: { ...unchanged.seen, beats: [beat] },
    });
    expect(changesOf(plan, typed)).toMatchObject({ storyDate: null, isFlashback: false });
  });
});

it.each([
  ['500', 500],
  ['10000', 10_000],
  ['2750', 2750],
  ['499', 2500],
  ['10250', 2500],
  ['600', 2500],
  ['', 2500],
  ['many', 2500],
  ['1e3', 1000],
  ['-500', 2500],
])('a target of %j words becomes %d', (typed, target) => {
  expect(targetFrom(typed)).toBe(target);
});
