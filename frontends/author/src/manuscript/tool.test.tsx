import { beforeEach, describe, expect, it } from '@jest/globals';
import { createToolMemory, type Tool } from './tool.ts';

const tools = [{ id: 'about' }, { id: 'search' }] as unknown as readonly Tool[];
const memory = createToolMemory('test-tool', tools, 'about');
beforeEach(() => localStorage.clear());

describe('createToolMemory', () => {
  it('returns the initial tool of a user who has not opened or closed one', () => {
    expect(memory.read('ada')).toBe('about');
    expect(createToolMemory('test-tool', tools, null).read('ada')).toBeNull();
  });

  it('remembers the tool that each user opened or closed last', () => {
    memory.save('ada', 'search');
    memory.save('bob', null);
    expect([memory.read('ada'), memory.read('bob'), memory.read('eve')]).toEqual(['search', null, 'about']);
  });

  it('returns the initial tool when the remembered one does not exist any more', () => {
    localStorage.setItem('test-tool:ada', 'dictation');
    expect(memory.read('ada')).toBe('about');
  });
});
