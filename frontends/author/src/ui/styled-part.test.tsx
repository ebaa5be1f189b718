import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { StyledPart, toStyledText } from './styled-part.tsx';

afterEach(cleanup);
const show = (text: string, from = 0, to = text.length) =>
  render(<StyledPart source={toStyledText(text)} from={from} to={to} />).container.innerHTML.replaceAll(
    /<span class="mark">(.*?)<\/span>/g,
    '[$1]',
  );

it('shows a text with its styles and marks', () => {
  expect(show('a *b* **c**\n\n# d\n\n***\n\n_e_ \\*')).toBe(
    'a [*]<em>b</em>[*] [**]<strong>c</strong>[**]\n\n# d\n\n***\n\n[_]<em>e</em>[_] [\\]*',
  );
});

it('shows a part with the styles that it has in the whole text', () => {
  const text = 'a *bcd* e';
  expect([show(text, 4, 5), show(text, 0, 4), show(text, 5, 9), show(text, 6, 7), show(text, 3, 3)]).toEqual([
    '<em>c</em>',
    'a [*]<em>b</em>',
    '<em>d</em>[*] e',
    '[*]',
    '',
  ]);
});

it('loses no character, wherever a text is divided', () => {
  const text = 'One *two* **three _four_**\n\nfive ***six*** seven\\* eight';
  for (let at = 0; at <= text.length; at += 1) {
    const content = (from: number, to: number) =>
      render(<StyledPart source={toStyledText(text)} from={from} to={to} />).container.textContent;
    expect(content(0, at) + String(content(at, text.length))).toBe(text);
  }
});
