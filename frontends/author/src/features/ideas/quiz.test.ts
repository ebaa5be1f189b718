import { describe, expect, it } from '@jest/globals';
import { choose, firstUnansweredStep, genreOf, isStepAnswered, nameOfGenre, quizTool } from './quiz.ts';

const empty = quizTool.empty;

describe('genre quiz', () => {
  it('toggles multiple choices and replaces the single choice', () => {
    const one = { ...empty, ...choose(empty, 'interests', 'History') };
    const two = { ...one, ...choose(one, 'interests', 'Music') };
    expect([two.interests, choose(two, 'interests', 'History').interests]).toEqual([['History', 'Music'], ['Music']]);
    expect(choose({ ...empty, timeCommitment: 'casual' }, 'timeCommitment', 'regular')).toEqual({
      timeCommitment: 'regular',
    });
  });

  it('finds the first step without an answer', () => {
    const full = {
      ...empty,
      interests: ['a'],
      expertise: ['b'],
      writingGoals: ['c'],
      timeCommitment: 'regular',
    } as const;
    expect([
      firstUnansweredStep(empty),
      firstUnansweredStep({ ...full, expertise: [] }),
      firstUnansweredStep({ ...full, timeCommitment: '' }),
      firstUnansweredStep(full),
      isStepAnswered(full, 3),
    ]).toEqual([0, 1, 3, null, true]);
  });

  it.each([
    ['Science Fiction', 'science-fiction', 'Science Fiction'],
    [' self_help ', 'self-help', 'Self Help'],
    ['memoir', 'memoir', 'Memoir'],
    ['cosy space opera', null, 'Cosy space opera'],
  ])('%j of a model is %j and reads %s', (said, genre, name) => {
    expect([genreOf(said), nameOfGenre(said)]).toEqual([genre, name]);
  });
});
