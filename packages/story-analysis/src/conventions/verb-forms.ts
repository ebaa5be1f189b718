/** Frequent verbs of stories: base form, third person in the present, past. Forms that are often nouns are left out. */
const verbs = `
  say says said, go goes went, come comes came, take takes took, know knows knew, think thinks thought, see sees saw,
  feel feels felt, tell tells told, get gets got, make makes made, give gives gave, keep keeps kept, hear hears heard,
  find finds found, begin begins began, hold holds held, stand stands stood, sit sits sat, bring brings brought,
  fall falls fell, speak speaks spoke, ask asks asked, wait waits waited, want wants wanted, nod nods nodded,
  reach reaches reached, lean leans leaned, seem seems seemed, become becomes became, follow follows followed,
  open opens opened, pull pulls pulled, push pushes pushed, raise raises raised, remember remembers remembered,
  listen listens listened, notice notices noticed, try tries tried, carry carries carried, lay lays laid,
  draw draws drew, write writes wrote, eat eats ate, drive drives drove, pick picks picked, drop drops dropped`;

const forms = verbs.split(',').map((verb) => verb.trim().split(' ') as [string, string, string]);

/** “say”: the present tense after “I”, “we”, “you” and “they” only. */
export const baseForms: ReadonlySet<string> = new Set(forms.map(([base]) => base));
export const presentForms: ReadonlySet<string> = new Set([...forms.map(([, present]) => present), 'is', 'has', 'does']);
export const pastForms: ReadonlySet<string> = new Set([
  ...forms.map(([, , past]) => past),
  'was',
  'were',
  'had',
  'did',
]);

/** Verbs for what only the one who does it can know. */
const innerVerbs = `
  think thinks thought, know knows knew, feel feels felt, wonder wonders wondered, remember remembers remembered,
  realise realises realised, realize realizes realized, wish wishes wished, hope hopes hoped, regret regrets regretted,
  imagine imagines imagined, suspect suspects suspected`;

/** “knows” and “knew”, in both tenses of the third person. */
export const innerForms: ReadonlySet<string> = new Set(
  innerVerbs.split(',').flatMap((verb) => verb.trim().split(' ').slice(1)),
);
