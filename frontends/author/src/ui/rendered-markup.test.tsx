import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { RenderedMarkup } from './rendered-markup.tsx';

afterEach(cleanup);
const show = (text: string, marked?: { from: number; to: number }) =>
  Array.from(
    render(<RenderedMarkup text={text} marked={marked ?? null} />).container.children,
    (block) => block.innerHTML,
  );

describe('RenderedMarkup', () => {
  it('shows emphasis and strong without their marks, and escaped marks as text', () => {
    expect(show('A *b* **c** ***d*** \\*e\\*')).toEqual([
      'A <em>b</em> <strong>c</strong> <em><strong>d</strong></em> *e*',
    ]);
  });

  it('keeps the line breaks of a paragraph', () => {
    expect(show('a *b\nc* d\n\ne')).toEqual(['a <em>b</em><br><em>c</em> d', 'e']);
  });

  it('indents paragraphs that follow another one, and names headings and scene breaks', () => {
    const { container } = render(<RenderedMarkup text={'# One\n\na\n\nb\n\n* * *\n\nc'} />);
    const shown = Array.from(container.children, (block) => [
      block.getAttribute('role') ?? block.getAttribute('data-indented'),
      block.textContent,
    ]);
    expect(shown).toEqual([
      ['heading', 'One'],
      ['false', 'a'],
      ['true', 'b'],
      ['separator', '* * *'],
      ['false', 'c'],
    ]);
  });

  it('highlights a range of the text, over styles and line breaks', () => {
    const text = 'One.\n\nThe *second* line\nends. Yes.';
    const from = text.indexOf('second') - 1;
    expect(show(text, { from, to: text.indexOf(' Yes') })).toEqual([
      'One.',
      'The <mark class="marked"><em>second</em></mark><mark class="marked"> line</mark><br><mark class="marked">ends.</mark> Yes.',
    ]);
  });
});
