import { describe, expect, it } from '@jest/globals';
import { findNames } from './find-names.ts';

describe('findNames', () => {
  it('finds the people of an outline, but no words of its headings', () => {
    const outline = [
      'Chapter 1: Rumours',
      'Ida Marsh hears that the ferry has sunk, and Tobias says nothing.',
      'Chapter 2: The Storm',
      'Ida crosses the bay alone. Tobias follows her.',
      'Rumours',
      'The Storm',
    ].join('\n');
    expect(findNames(outline).toSorted()).toEqual(['Ida Marsh', 'Tobias']);
  });

  it('finds the people of key points that have no full stop', () => {
    expect(findNames('Ida finds the letter\nThen Ida burns it')).toEqual(['Ida']);
  });

  it('leaves out places', () => {
    expect(findNames('They sailed to Harrow. In Harrow nobody spoke. Ida said it was late, and Ida left.')).toEqual([
      'Ida',
    ]);
  });
});
