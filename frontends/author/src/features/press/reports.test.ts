import { describe, expect, it } from '@jest/globals';
import type { Edition, EditionFile } from '@inkbear/contracts/export/edition';
import type { Finding, PreflightReport } from '@inkbear/contracts/export/preflight';
import {
  describeAge,
  describeChanges,
  describeFile,
  describeProfiles,
  describeReport,
  listFindings,
  timeOfDay,
} from './reports.ts';

const report = (part: Partial<PreflightReport> = {}): PreflightReport => ({
  sha256: '',
  checkedAt: '2026-11-20T10:00:00.000Z',
  ruleSets: [
    { id: 'kdp-print', rules: 24, comparedOn: '2026-11-12', comparedWith: 'guides', url: 'https://example.org' },
  ],
  counts: { errors: 1, warnings: 0, notes: 3 },
  findings: [],
  ...part,
});
const finding = (severity: Finding['severity'], page: number | null): Finding => ({
  ruleId: 'x',
  severity,
  page,
  rect: null,
  measured: null,
  limit: null,
  reason: '',
  fix: { text: '', patch: null, target: null },
});

describe('a preflight report', () => {
  it('says what was checked, when the rules were last compared, and how many problems there are', () => {
    expect(describeReport(report())).toBe(
      'Checked against 24 rules of KDP print, last compared with guides on 12 November 2026: 1 problem.',
    );
    expect(describeReport(report({ counts: { errors: 0, warnings: 0, notes: 9 } }))).toMatch(/: no problems found\.$/);
    expect(describeReport(report({ counts: { errors: 1, warnings: 1, notes: 0 } }))).toMatch(/: 2 problems\.$/);
  });

  it('names several sets of rules with the oldest date', () => {
    const ruleSets: PreflightReport['ruleSets'] = [
      { id: 'epub', rules: 9, comparedOn: '2026-11-12', comparedWith: 'live', url: '' },
      { id: 'kdp-ebook', rules: 1, comparedOn: '2026-09-01', comparedWith: 'guides', url: '' },
    ];
    expect(describeReport(report({ ruleSets }))).toBe(
      'Checked against 9 rules of EPUB and 1 rule of KDP e-book, last compared with guides on 1 September 2026: 1 problem.',
    );
  });

  it('says so when the rules are older than 180 days', () => {
    const after = (days: number) => Date.parse('2026-11-12') + days * 86_400_000;
    expect(describeAge(report(), after(180))).toBeNull();
    expect(describeAge(report(), after(181))).toContain('181 days ago');
    expect(describeAge(report({ ruleSets: [] }), after(500))).toBeNull();
  });
});

describe('a file', () => {
  const file = (part: Partial<EditionFile>) =>
    ({ state: 'running', progress: null, error: null, ...part }) as EditionFile;
  it('says what is happening to it', () => {
    expect(describeFile(file({ state: 'waiting' }))).toBe('Waiting for its turn');
    expect(describeFile(file({ progress: { step: 'set', done: 7, of: 32 } }))).toBe('Setting chapter 8 of 32');
    expect(describeFile(file({ state: 'checking', progress: { step: 'compare', done: 0, of: 1 } }))).toBe(
      'Comparing it with your text',
    );
    const error = { code: 'export.incomplete' as const, message: 'This file was not complete.' };
    expect(describeFile(file({ state: 'failed', error }))).toBe('This file was not complete.');
  });
});

describe('an edition', () => {
  const revisions: Edition['revisions'] = {
    design: 2,
    matter: 0,
    chapters: [
      { id: 'a', rev: 1 },
      { id: 'b', rev: 5 },
      { id: 'c', rev: 1 },
    ],
  };
  const present = { chapters: revisions.chapters, designRev: 2, matterRev: 0 };

  it('says what has changed since', () => {
    const changes = (part: Partial<typeof present>) => describeChanges({ revisions }, { ...present, ...part });
    expect(changes({})).toBeNull();
    expect(changes({ chapters: [{ id: 'a', rev: 2 }, ...revisions.chapters.slice(1)] })).toBe(
      '1 chapter has changed since.',
    );
    expect(
      changes({
        chapters: [
          { id: 'a', rev: 2 },
          { id: 'd', rev: 1 },
        ],
        designRev: 3,
      }),
    ).toBe('4 chapters and the design have changed since.');
    expect(changes({ matterRev: 1 })).toBe('The front and back matter has changed since.');
  });

  it('lists errors first, then by page', () => {
    const files = [
      { profile: 'print', preflight: report({ findings: [finding('note', 1), finding('error', 9)] }) },
      { profile: 'epub', preflight: report({ findings: [finding('error', null), finding('warning', 2)] }) },
      { profile: 'markdown', preflight: null },
    ] as Edition['files'];
    expect(
      listFindings({ files }).map(({ profiles, finding: { severity, page } }) => [profiles, severity, page]),
    ).toEqual([
      [['epub'], 'error', null],
      [['print'], 'error', 9],
      [['epub'], 'warning', 2],
      [['print'], 'note', 1],
    ]);
  });

  it('lists a finding once that several files have, and names them', () => {
    const files = [
      { profile: 'print', preflight: report({ findings: [finding('note', 3), finding('note', 3)] }) },
      { profile: 'screen', preflight: report({ findings: [finding('note', 3), finding('note', 4)] }) },
    ] as Edition['files'];
    expect(
      listFindings({ files }).map(({ profiles, finding: { page } }) => [describeProfiles(profiles), page]),
    ).toEqual([
      ['Print PDF and Screen PDF', 3],
      ['Print PDF', 3],
      ['Screen PDF', 4],
    ]);
  });
});

it('names the day of an earlier time only', () => {
  const now = new Date(2026, 10, 24, 18, 0).getTime();
  expect(timeOfDay(new Date(2026, 10, 24, 14, 2).toISOString(), now)).toBe('14:02');
  expect(timeOfDay(new Date(2026, 4, 3, 9, 5).toISOString(), now)).toBe('09:05 on 3 May');
});
