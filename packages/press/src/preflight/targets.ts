import type { Design } from '../design.ts';
import type { Manuscript } from '../manuscript.ts';
import { allSections, listSections, type Section } from '../sections.ts';
import type { FindingTarget } from './finding.ts';

const fieldOf = (section: Exclude<Section, { kind: 'text' }>): FindingTarget => {
  switch (section.kind) {
    case 'part':
      return { kind: 'design', id: 'parts' };
    case 'title':
    case 'dedication':
      return { kind: 'details', id: section.kind };
    case 'also-by':
      return { kind: 'matter', id: 'front-also-by' };
    case 'copyright':
    case 'epigraph':
      return { kind: 'matter', id: section.kind };
  }
};

/** Where the author writes the text of each section of a book. */
export const listTargets = (manuscript: Manuscript, design: Pick<Design, 'chapterLabel'>): FindingTarget[] => {
  let chapters = 0;
  return allSections(listSections(manuscript, design)).map((section): FindingTarget => {
    if (section.kind !== 'text') return fieldOf(section);
    if (section.role === 'introduction') return { kind: 'details', id: 'introduction' };
    if (section.role !== 'chapter') return { kind: 'matter', id: section.role };
    chapters += 1;
    return { kind: 'chapter', id: manuscript.chapters[chapters - 1]?.id ?? null };
  });
};
