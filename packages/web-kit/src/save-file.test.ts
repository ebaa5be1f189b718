import { describe, expect, it } from '@jest/globals';
import { fileName } from './save-file.ts';

describe('fileName', () => {
  it.each([
    ['The Salt Road', 'The Salt Road.pdf'],
    ['Winter/1:“Ice”', 'Winter 1 “Ice”.pdf'],
    ['Mr. Vell...', 'Mr. Vell....pdf'],
    ['.bashrc', 'bashrc.pdf'],
    ['...and then', 'and then.pdf'],
    [' . ./..\\.ssh', 'ssh.pdf'],
    ['..', 'Untitled.pdf'],
    ['\u0000/.', 'Untitled.pdf'],
    ['', 'Untitled.pdf'],
  ])('%j is saved as %j', (title, expected) => expect(fileName(title, '.pdf')).toBe(expected));
});
