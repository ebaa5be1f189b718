import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { prose } from '../testing/texts.ts';
import { checkParagraph } from './check-paragraph.ts';
import { correctionOf } from './correction.ts';
import { type Dialect, type Finding, ignoreKey, placeKey, withCaseOf } from './finding.ts';
import { ProseChecker } from './prose-checker.ts';

const describeFindings = (text: string, dialect: Dialect = 'uk') =>
  checkParagraph(text, dialect).map(
    ({ rule, text: words, suggestion, severity }) => `${rule} ${severity}: ${words} > ${suggestion}`,
  );

describe('spelling', () => {
  it.each([
    [
      'Teh bear adn the existance of honey. I RECIEVE it.',
      [
        'typo high: Teh > The',
        'typo high: adn > and',
        'typo high: existance > existence',
        'typo high: RECIEVE > RECEIVE',
      ],
    ],
    [
      'The color of the theater is gray.',
      ['variant low: color > colour', 'variant low: theater > theatre', 'variant low: gray > grey'],
    ],
    [
      'Colors traveled. The neighbor’s harbor was organized.',
      [
        'variant low: Colors > Colours',
        'variant low: traveled > travelled',
        'variant low: neighbor > neighbour',
        'variant low: harbor > harbour',
        'variant low: organized > organised',
      ],
    ],
    ['A parking meter, a car tire, his license, the analyses and a size.', []],
    ['The colour of honour: travelling, labourers, analyse.', []],
  ])('in Britain: %s', (text, expected) => expect(describeFindings(text)).toEqual(expected));

  it.each([
    [
      'The colour of the theatre is grey; he travelled.',
      [
        'variant low: colour > color',
        'variant low: theatre > theater',
        'variant low: grey > gray',
        'variant low: travelled > traveled',
      ],
    ],
    [
      'A tyre on the kerb, and teh cheque.',
      ['variant low: tyre > tire', 'variant low: kerb > curb', 'typo high: teh > the', 'variant low: cheque > check'],
    ],
    ['The color of honor: traveling, analyses.', []],
  ])('in America: %s', (text, expected) => expect(describeFindings(text, 'us')).toEqual(expected));
});

describe('articles a and an', () => {
  it.each([
    'a apple',
    'a hour',
    'a heir',
    'a honest man',
    'a umbrella',
    'an house',
    'an university',
    'an one-way street',
    'an European',
    'an useful tool',
    'a 11',
    'a 80-year-old',
    'an 110',
    'a unimportant day',
    'an ewe',
    'a urgent call',
    'an unicorn',
    'a utter fool',
  ])('%s is reported', (text) => {
    expect(describeFindings(`It was ${text} there.`)).toHaveLength(1);
  });
  it.each([
    'an apple',
    'an hour',
    'a house',
    'a university',
    'a one-way street',
    'a European',
    'an umbrella',
    'a unicorn',
    'an MP',
    'a NASA man',
    'a historic day',
    'an historic day',
    'an 8',
    'a 1',
    'a ewe',
    'an usher',
    'a usual day',
    'an onerous task',
    'a once-great man',
    'an unidentified man',
    'a Ukrainian',
    'an x-ray',
  ])('%s is correct', (text) => {
    expect(describeFindings(`It was ${text} there.`)).toEqual([]);
  });
  it('distinguishes the letter A from the article', () =>
    expect(describeFindings('Plan A attracts few. A and B. Vitamin A is good. “A apple,” he said.')).toEqual([
      'article medium: A > An',
    ]));
});

describe('grammar and style', () => {
  it.each([
    [
      'He could of gone, she Should of, you wouldn’t of.',
      [
        'could-of medium: could of > could have',
        'could-of medium: Should of > Should have',
        'could-of medium: wouldn’t of > wouldn’t have',
      ],
    ],
    ['He could, of all people, and would of course go.', []],
    [
      'More then ten. It was more then. Rather then go, he sat.',
      ['then-than medium: then > than', 'then-than medium: then > than'],
    ],
    ['He saw the the bear. He had had enough. No, no.', ['doubled-word medium: the the > the']],
    [
      'It was very big and very hopeful, very much so, the very same.',
      ['very low: very big > huge', 'very low: very hopeful > hopeful'],
    ],
    ['“I am very tired, really,” she said.', []],
    [
      'It was very big. “Very big,” he said. It was really big. “Really?” It was actually big. “Act',
      ['very low: very big > huge', 'filler low: really > ', 'filler low: actually > '],
    ],
    ['He said that she knew that he went. That was it.', ['repeated-that low: that > ']],
    ['I know that that bear is.', ['repeated-that low: that that > that']],
    ['It was really big, actually.', ['filler low: really > ', 'filler low: actually > ']],
    [
      'The end , he said . Wait ... what ?',
      ['space-before-mark medium:  , > ,', 'space-before-mark medium:  . > .', 'space-before-mark medium:  ? > ?'],
    ],
  ])('%s', (text, expected) => expect(describeFindings(text)).toEqual(expected));

  it('gives positions in UTF-16 units and a reason in one line', () => {
    const [finding] = checkParagraph('🐻 saw teh honey', 'uk');
    expect(finding).toEqual({
      rule: 'typo',
      type: 'spelling',
      severity: 'high',
      text: 'teh',
      suggestion: 'the',
      position: { start: 7, end: 10 },
      message: 'A common typing mistake.',
    });
  });
});

describe('correctionOf', () => {
  const fixed = (text: string): string => {
    const [finding] = checkParagraph(text, 'uk');
    const edit = correctionOf(text, finding as Finding);
    return edit === null ? text : text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  };
  it.each([
    ['He saw teh bear.', 'He saw the bear.'],
    ['It was really big.', 'It was big.'],
    ['Actually, he left.', 'He left.'],
    ['He sat. Basically it was over.', 'He sat. It was over.'],
    ['It was big, actually.', 'It was big.'],
    ['Really', ''],
  ])('%s becomes %s', (before, after) => expect(fixed(before)).toBe(after));

  it('returns null when the text has changed', () => {
    const [finding] = checkParagraph('He saw teh bear.', 'uk');
    expect(correctionOf('He met teh bears', finding as Finding)).not.toBeNull();
    expect(correctionOf('She saw teh bear.', finding as Finding)).toBeNull();
  });

  it('keeps the capitals of the replaced word', () =>
    expect([
      withCaseOf('Teh', 'the'),
      withCaseOf('TEH', 'the'),
      withCaseOf('teh', 'the'),
      withCaseOf('A', 'an'),
    ]).toEqual(['The', 'THE', 'the', 'An']));
});

describe('ProseChecker', () => {
  it('gives the same findings as a full check after any edit', () => {
    fc.assert(
      fc.property(fc.array(prose(30), { maxLength: 6 }), (versions) => {
        const checker = new ProseChecker();
        for (const text of versions)
          expect(checker.check(`${text} teh\nvery big`, 'uk')).toEqual(
            new ProseChecker().check(`${text} teh\nvery big`, 'uk'),
          );
      }),
    );
  });

  it('reports the text at the reported position', () => {
    fc.assert(
      fc.property(prose(60), (text) => {
        for (const {
          position: { start, end },
          text: words,
        } of new ProseChecker().check(text, 'us'))
          expect(text.slice(start, end)).toBe(words);
      }),
    );
  });

  const deeper = (start: number, end: number, text: string): Finding => ({
    rule: 'deeper',
    type: 'grammar',
    severity: 'medium',
    text,
    suggestion: 'x',
    position: { start, end },
    message: 'Because.',
  });

  it('merges server findings without duplicates and drops them when their paragraph changes', () => {
    const checker = new ProseChecker();
    const text = 'One line.\nI saw teh bears goes.';
    checker.addServerFindings(text, [deeper(16, 19, 'teh'), deeper(20, 25, 'bears'), deeper(4, 12, 'line.\nI ')]);
    const rules = (each: string) => checker.check(each, 'uk').map(({ rule, position }) => `${rule} ${position.start}`);
    expect(rules(text)).toEqual(['typo 16', 'deeper 20']);
    expect(rules(`A new beginning.\n${text}`)).toEqual(['typo 33', 'deeper 37']);
    expect(rules(`${text} More.`)).toEqual(['typo 16']);
  });

  it('checks only the changed paragraph of a 100,000-word text', () => {
    const paragraph =
      'The bear walked along the harbour, and nobody could of known that the lamplighter had seen him go down to the water. ';
    const paragraphs = Array.from({ length: 1000 }, (_, at) => `${at} ${paragraph.repeat(5)}`);
    const checker = new ProseChecker();
    const matching = jest.spyOn(RegExp.prototype, 'exec');
    const check = () => {
      matching.mockClear();
      return [checker.check(paragraphs.join('\n'), 'uk').length, matching.mock.calls.length] as const;
    };
    const [firstCount, firstMatches] = check();
    paragraphs[500] += ' teh';
    const [laterCount, laterMatches] = check();
    matching.mockRestore();
    expect([firstCount, laterCount]).toEqual([5000, 5001]);
    expect(laterMatches).toBeLessThan(firstMatches / 100);
  });
});

it('identifies ignored words by rule and text, and a place also by its context', () => {
  const [finding] = checkParagraph('He saw Teh bear.', 'uk');
  expect(ignoreKey(finding as Finding)).toBe('typo:teh');
  expect(placeKey('He saw Teh bear.', finding as Finding)).toBe('typo:teh:He saw | bear.');
});
