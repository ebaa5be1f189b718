import { wordList, wordMap } from './word-list.ts';

export const bodyParts = wordList(
  'face cheek cheekbone chin jaw forehead brow eyebrow temple neck throat lip nose ear hand palm wrist arm forearm elbow shoulder back chest leg thigh knee shin calf ankle foot finger thumb eye side stomach belly hip skull scalp knuckle',
);
export const builds = wordList(
  'thin stocky broad-shouldered slender wiry burly lanky plump stout slim heavyset thickset heavy-set thick-set muscular lean petite skinny portly rotund willowy bony round-shouldered barrel-chested long-limbed big-boned fat scrawny slight',
);
export const skins = wordList(
  'pale dark fair olive brown black tanned freckled swarthy sallow ruddy copper bronze bronzed porcelain tawny weathered leathery dusky',
);
export const voices = wordList(
  'deep husky gravelly reedy nasal gruff melodious throaty high-pitched low booming lilting rasping',
);
/** The attributes of the relatives that somebody has. */
export const familyAttributes = wordMap({
  father: 'father',
  dad: 'father',
  mother: 'mother',
  mum: 'mother',
  mom: 'mother',
  brother: 'sibling',
  sister: 'sibling',
  twin: 'sibling',
  sibling: 'sibling',
  husband: 'spouse',
  wife: 'spouse',
  spouse: 'spouse',
  son: 'child',
  daughter: 'child',
  friend: 'friend',
});
export const animals = wordList(
  'dog cat horse pony parrot canary rabbit hamster hound terrier spaniel puppy kitten mare stallion gelding falcon hawk ferret tortoise goldfish raven crow goat donkey mule greyhound collie mastiff budgerigar cockatoo snake lizard monkey pug beagle poodle retriever labrador',
);
export const vehicles = wordList(
  'car truck van motorcycle motorbike bicycle bike boat yacht carriage cart wagon saloon sedan coupe pickup lorry scooter moped jeep sloop ketch dinghy convertible',
);
export const instruments = wordList(
  'piano violin cello viola flute clarinet oboe bassoon trumpet trombone tuba harp guitar lute banjo mandolin fiddle drums drum accordion concertina harmonica organ saxophone bagpipes bagpipe recorder bass harpsichord zither sitar ukulele fife whistle',
);
export const materials = wordList(
  'iron steel bronze brass copper gold silver tin lead pewter oak ash elm pine walnut mahogany ebony teak wood stone granite marble slate sandstone limestone brick clay glass crystal bone ivory horn leather velvet silk wool linen cotton canvas paper parchment vellum jade obsidian amber pearl coral concrete timber porcelain platinum tin-plate driftwood rosewood cedar yew basalt chalk wax',
);
export const materialAdjectives = wordMap({
  wooden: 'wood',
  oaken: 'oak',
  woollen: 'wool',
  silken: 'silk',
  brazen: 'brass',
});
export const leaders = wordList(
  'leader head captain commander chief founder master grandmaster chairman chairwoman chair president director chieftain boss commandant general',
);
export const placeNouns = wordList(
  'village town city hamlet port harbour harbor district quarter suburb county province kingdom country island isle street lane road river lake mountain hill valley forest castle manor house farm inn tavern pub church abbey school capital settlement region parish borough fortress monastery market square part neighbourhood neighborhood state duchy colony outpost',
);
export const journeys = wordList(
  'ride walk journey march sail drive voyage trip travel road crossing climb trek flight hike way',
);
export const journeyVerbs = wordList(
  'reach ride walk travel get sail drive march cross go journey row trek hike fly come make return',
);
export const illnesses = wordList(
  'asthma epilepsy diabetes cancer tuberculosis consumption malaria leukaemia leukemia arthritis gout dementia migraine migraines typhus cholera leprosy pneumonia anaemia insomnia depression haemophilia hemophilia rheumatism smallpox polio',
);
export const nationalities = wordList(
  'english french german greek italian spanish russian chinese japanese irish scottish welsh dutch polish portuguese turkish swedish norwegian danish finnish hungarian american british indian african canadian australian mexican egyptian persian swiss austrian belgian brazilian korean vietnamese cuban icelandic czech romanian bulgarian serbian croatian ukrainian scots',
);
export const languages = wordList(
  'english french german greek latin italian spanish russian chinese japanese irish gaelic welsh dutch polish portuguese arabic hebrew turkish swedish norwegian danish finnish hungarian hindi yiddish persian swahili korean mandarin cantonese elvish romani urdu bengali czech',
);
export const religions = wordList(
  'catholic protestant muslim jewish buddhist hindu anglican methodist presbyterian quaker atheist lutheran calvinist mormon sikh baptist orthodox agnostic',
);
/** What makes a description untrue now. */
export const formerly = wordList(
  'former ex erstwhile would-be failed aspiring future false fake so-called supposed alleged self-styled retired late onetime one-time sometime imaginary budding mere mock acting',
);
export const timeUnits = wordList('minute hour day night week fortnight month year season decade century');
