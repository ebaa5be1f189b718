import { expect, it } from '@jest/globals';
import { checkLogo } from './check-logo.ts';

it('accepts images of up to 5 MB', () => {
  expect(checkLogo({ type: 'image/png', size: 5 * 1024 * 1024 })).toBeNull();
  expect(checkLogo({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toEqual({
    title: 'File too large',
    description: 'Please select an image smaller than 5MB.',
  });
  expect(checkLogo({ type: 'text/html', size: 10 })).toEqual({
    title: 'Invalid file type',
    description: 'Please select an image file.',
  });
});
