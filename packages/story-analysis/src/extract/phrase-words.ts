import { wordList } from './word-list.ts';

export const determiners = wordList(
  'a an the this that these those some any no each every another both all either neither several few many',
);
export const owners = wordList('my your his her its our their whose');
export const pronouns = wordList(
  'i you he she it we they me him her us them mine hers himself herself itself myself there one',
);
export const conjunctions = wordList('and or but nor yet');
export const modals = wordList('will would could can might may shall should must ought');
export const negations = wordList('not never no hardly scarcely barely nor neither');
export const unrealAdverbs = wordList(
  'almost nearly practically virtually supposedly allegedly reportedly perhaps maybe possibly probably apparently seemingly once formerly',
);
export const prepositions = wordList(
  'in on at by with without from to into onto of off for over under above below across along through near beside behind between among around beyond inside outside toward towards upon against down up about after before during since until till as than like beneath past within throughout opposite despite except aboard',
);
export const participles = wordList(
  'born made built known called named led owned found killed murdered slain drowned hanged executed buried held fought founded forged carved cast wrought woven cut based located situated crowned raised apprenticed nicknamed christened located set painted written inherited established',
);
export const adjectiveParticiples = wordList(
  'scarred married dead freckled bearded tired terrified frightened scared left-handed widowed retired tanned gaunt engaged',
);
