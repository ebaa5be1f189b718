const pairs = `afraid/terrified angry/furious bad/awful beautiful/gorgeous big/huge boring/tedious brave/fearless bright/dazzling busy/swamped calm/serene careful/cautious cheap/stingy clean/spotless clear/obvious clever/brilliant
  cold/freezing colourful/vibrant colorful/vivid confused/baffled crowded/packed cruel/brutal dark/pitch-black dear/cherished deep/profound dirty/filthy dry/parched dull/dreary eager/keen easy/effortless empty/desolate excited/thrilled expensive/costly
  fast/swift fat/obese fierce/ferocious friendly/warm frightened/terrified frightening/terrifying funny/hilarious glad/overjoyed good/superb great/terrific happy/delighted hard/gruelling heavy/leaden high/towering hot/scalding hungry/ravenous hurt/wounded
  important/crucial intelligent/brilliant interesting/fascinating large/colossal late/overdue lazy/idle lonely/forlorn long/endless loud/thunderous mean/cruel messy/chaotic necessary/essential nervous/anxious neat/immaculate noisy/deafening old/ancient
  open/frank pale/ashen painful/excruciating perfect/flawless poor/destitute powerful/mighty pretty/lovely proud/haughty quick/rapid quiet/hushed rich/wealthy rude/insolent sad/sorrowful scared/petrified scary/chilling serious/grave sharp/keen shiny/gleaming
  short/brief shy/timid sick/ill simple/basic sleepy/drowsy slow/sluggish small/tiny smart/shrewd soft/downy strange/uncanny strong/powerful stupid/foolish sure/certain sweet/sugary tall/towering tasty/delicious thin/gaunt tired/exhausted tiny/minute
  ugly/hideous unhappy/miserable upset/distraught valuable/precious warm/balmy weak/frail weary/spent wet/soaked wide/vast wise/sage worried/distressed wrong/mistaken young/youthful`;
const stronger = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]),
);
const looksLikeAdjective = /(?:ful|ous|ive|able|ible|less|ish|ic|ical|ant|ent|y)$/;
const notAdjectives = /^(?:many|only|any|every|early|body|different|recent|recently|.*ly)$/;

/**
 * The replacement for `very` and a word: a stronger adjective, or the word alone if no stronger one is known. Returns
 * undefined for a word that is not an adjective.
 */
export function withoutVery(word: string): string | undefined {
  return stronger.get(word) ?? (looksLikeAdjective.test(word) && !notAdjectives.test(word) ? word : undefined);
}
