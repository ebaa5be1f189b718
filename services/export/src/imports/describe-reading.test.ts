import { describe, expect, it } from '@jest/globals';
import { importLimits, importLoss, importPlan } from '@inkbear/contracts/export/import';
import { describeLosses, describePlan } from './describe-reading.ts';

type Proposal = Parameters<typeof describeLosses>[0];
const chapter = {
  title: 'One',
  include: true,
  kind: 'chapter',
  role: null,
  part: null,
  from: 0,
  to: 10,
  words: 2,
  scenes: [{ from: 0, to: 10 }],
} as const;
const plan: Proposal['plan'] = {
  title: 'Snow',
  author: 'Ada Byron',
  language: 'en-GB',
  chapters: [chapter],
  confidence: 0.9,
};
const loss = (count: number, places: number) => ({
  kind: 'image' as const,
  count,
  outcome: 'Images are not imported.',
  places: Array.from({ length: places }, () => ({ chapter: 'One', quote: 'snow' })),
});

describe('what was read from a file', () => {
  it('is described as the contract has it, without what only the reader needs', () => {
    const described = describePlan(plan);
    const { role: _role, part: _part, ...planned } = chapter;
    expect(described).toEqual({ ...plan, chapters: [planned] });
    expect(importPlan.parse(described)).toEqual(described);
  });

  it('stays within the bounds of the contract, without half characters', () => {
    const long = '😀'.repeat(400);
    const language = 'zh-Hant-TW-x-private';
    const described = describePlan({
      ...plan,
      title: `a${long}`,
      author: `a${long}`,
      language,
      chapters: [{ ...chapter, title: `a${long}` }],
    });
    expect(described.language).toBe('zh');
    expect(importPlan.safeParse(described).success).toBe(true);
    expect(JSON.stringify(described).isWellFormed()).toBe(true);
    const losses = describeLosses({ plan, losses: Array.from({ length: 1200 }, () => loss(900, 200)) }, []);
    expect(losses.every((each) => importLoss.safeParse(each).success)).toBe(true);
    const places = losses.reduce((sum, each) => sum + each.places.length, 0);
    expect([losses.length, losses[0]?.places.length, places, losses.at(-1)?.count]).toEqual([
      importLimits.losses,
      importLimits.placesPerLoss,
      importLimits.places,
      900,
    ]);
  });

  it('names the comments, which no book has', () => {
    const comment = { author: 'Bo', text: 'Too cold?', quote: 'snow', from: 0, to: 4 };
    expect(describeLosses({ plan, losses: [] }, [comment, comment])).toMatchObject([
      { kind: 'comment', count: 2, places: [{ quote: 'Too cold?' }, { quote: 'Too cold?' }] },
    ]);
  });

  it('names the titles of parts, which a plan does not have', () => {
    const chapters = [{ ...chapter, part: 'Part One' }, chapter, { ...chapter, title: 'Three', part: 'Part Two' }];
    expect(describeLosses({ plan: { ...plan, chapters }, losses: [loss(1, 1)] }, [])).toMatchObject([
      { kind: 'image', count: 1, result: 'Images are not imported.' },
      {
        kind: 'other',
        count: 2,
        places: [
          { chapter: 'One', quote: 'Part One' },
          { chapter: 'Three', quote: 'Part Two' },
        ],
      },
    ]);
    expect(describeLosses({ plan, losses: [] }, [])).toEqual([]);
  });
});
