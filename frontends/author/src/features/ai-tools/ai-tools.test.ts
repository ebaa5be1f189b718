import { describe, expect, it } from '@jest/globals';
import { requestText, estimateText } from './actions.ts';
import { blockedReasonOf } from './ai-preconditions.ts';

const ready = { hasEditor: true, isPro: true, hasConflict: false, text: 'x'.repeat(60), selected: 'a word' };

describe('blockedReasonOf and estimateText', () => {
  it.each([
    ['generate', { ...ready, text: '', selected: null }, null],
    ['generate', { ...ready, isPro: false }, 'Pro Required / Chapter generation requires a Pro subscription'],
    [
      'polish',
      { ...ready, isPro: false, hasEditor: false, text: '' },
      'Pro Required / AI writing tools require a Pro subscription.',
    ],
    ['rewrite', { ...ready, hasEditor: false }, 'Editor Not Ready / Please wait for the editor to load.'],
    ['rewrite', { ...ready, text: ' \n' }, 'No Content / Add some content first to use AI tools.'],
    ['extend', { ...ready, text: '' }, 'No Content / Add some content first to use AI tools.'],
    ['polish', { ...ready, text: '' }, 'No Content / Add some content first to use AI tools.'],
    ['engaging', { ...ready, text: 'x'.repeat(50) }, 'No Content / Add some content first to use AI tools.'],
    [
      'engaging',
      { ...ready, text: `Start writing your chapter here. ${'x'.repeat(50)}` },
      'No Content / Add some content first to use AI tools.',
    ],
    ['engaging', { ...ready, text: 'x'.repeat(51) }, null],
    [
      'selection',
      { ...ready, selected: null },
      'Select Text First / Select the words you want to enhance, then press Enhance Selection.',
    ],
    [
      'selection',
      { ...ready, selected: '  ' },
      'Select Text First / Select the words you want to enhance, then press Enhance Selection.',
    ],
    ['selection', ready, null],
    [
      'generate',
      { ...ready, hasConflict: true },
      'Choose a version first / This chapter was changed elsewhere too. Choose which text to keep, then ask again.',
    ],
    [
      'selection',
      { ...ready, hasConflict: true, isPro: false },
      'Pro Required / AI writing tools require a Pro subscription.',
    ],
  ] as const)('%s with %j: %s', (action, situation, expected) => {
    const reason = blockedReasonOf(action, situation);
    expect(reason && `${reason.title} / ${reason.description}`).toBe(expected);
  });

  it('estimates length and duration', () => {
    expect(estimateText('generate', 0)).toBe('about 3,500 words, in about a minute');
    expect(estimateText('rewrite', 2312)).toBe('about 2,300 words, 10 seconds');
    expect(estimateText('extend', 2312)).toBe('about 1,000 words, 6 seconds');
    expect(estimateText('selection', 12)).toBe('about 35 words, 2 seconds');
  });
});

it('describes the request as a sentence', () => {
  expect(requestText('tone', 'more_formal', 'One', null)).toBe('Make the chapter more formal.');
  expect(requestText('expand', 'expand_scene', 'One', 12)).toBe(
    'Expand the selection of 12 words: write the scene out in full.',
  );
  expect(requestText('generate', null, 'One', null)).toBe('Write: “One”, about 3,500 words.');
  expect(requestText('rewrite', null, 'One', 1)).toBe('Rewrite the selection of 1 word.');
});
