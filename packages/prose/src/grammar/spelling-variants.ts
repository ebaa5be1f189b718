import type { Dialect } from './finding.ts';

const list = (words: string): string[] => words.trim().split(/\s+/);
const pairs = (words: string): [string, string][] => list(words).map((pair) => pair.split('/') as [string, string]);

const stemsBeforeOur = list(
  'arm ard behavi cand clam col demean endeav fav ferv flav harb hon hum lab neighb od parl ranc rum sav savi splend tum val vap vig',
);
const endingsAfterOur = list('- s ed ing ful fully less able ably ite ites er ers hood hoods ly al').map((ending) =>
  ending === '-' ? '' : ending,
);
const iseStems =
  list(`agon antagon apolog author capital categor central character civil colon critic crystall demoral empath emphas energ equal fantas fertil final general
  harmon hospital hypnot ideal idol immobil immortal italic jeopard legal local magnet material maxim mechan memor mesmer minim mobil modern monopol moral neutral normal optim
  organ ostrac patron penal personal plagiar polar popular priorit public pulver random rational real recogn reorgan revolution ritual roman scandal scrutin sensational sens social
  special stabil standard steril stigmat subsid summar symbol sympath synthes tantal terror theor token tranquil traumat trivial util vandal vapor victim visual vital`);
const iseEndings = list('e es ed ing er ers ation ations');
const lStems = list(
  'bevel cancel channel chisel counsel cudgel dial duel enamel equal fuel funnel grovel initial label level libel marshal marvel model panel pedal pencil pummel quarrel ravel revel rival shovel shrivel signal snivel snorkel spiral stencil swivel total towel travel tunnel unravel yodel',
);
const lEndings = list('ed ing er ers ings');

/** Pairs where each spelling is used in one dialect only. */
const otherPairs =
  pairs(`centre/center centres/centers centred/centered centring/centering theatre/theater theatres/theaters litre/liter litres/liters fibre/fiber fibres/fibers calibre/caliber
  sombre/somber sombrely/somberly spectre/specter spectres/specters lustre/luster meagre/meager manoeuvre/maneuver manoeuvres/maneuvers manoeuvred/maneuvered manoeuvring/maneuvering sceptre/scepter sceptres/scepters sabre/saber sabres/sabers ochre/ocher
  defence/defense defences/defenses offence/offense offences/offenses pretence/pretense pretences/pretenses marvellous/marvelous marvellously/marvelously jeweller/jeweler jewellers/jewelers jewellery/jewelry
  counsellor/counselor counsellors/counselors woollen/woolen woollens/woolens fulfil/fulfill fulfils/fulfills fulfilment/fulfillment enrol/enroll enrols/enrolls enrolment/enrollment skilful/skillful skilfully/skillfully wilful/willful wilfully/willfully
  instalment/installment instalments/installments grey/gray greys/grays greyer/grayer greying/graying greyish/grayish plough/plow ploughs/plows ploughed/plowed ploughing/plowing pyjamas/pajamas moustache/mustache moustaches/mustaches
  mum/mom mums/moms aluminium/aluminum sceptic/skeptic sceptics/skeptics sceptical/skeptical sceptically/skeptically scepticism/skepticism mould/mold moulds/molds mouldy/moldy moulded/molded moulding/molding smoulder/smolder smoulders/smolders smouldered/smoldered smouldering/smoldering
  cosy/cozy cosier/cozier cosiest/coziest cosily/cozily ageing/aging artefact/artifact artefacts/artifacts anaesthetic/anesthetic paediatric/pediatric haemorrhage/hemorrhage foetus/fetus sulphur/sulfur
  tranquillity/tranquility chequered/checkered aeroplane/airplane aeroplanes/airplanes savoury/savory armoury/armory armouries/armories practised/practiced practising/practicing catalogue/catalog catalogues/catalogs analyse/analyze analysed/analyzed analysing/analyzing paralyse/paralyze paralysed/paralyzed paralysing/paralyzing doughnut/donut doughnuts/donuts`);
/**
 * Pairs whose British word also exists in American English, perhaps with another meaning, so only the American word is
 * reported.
 */
const foreignInUk = pairs(
  'mummy/mommy mummies/mommies dialogue/dialog dialogues/dialogs analyses/analyzes paralyses/paralyzes',
);
/** Pairs whose American word also exists in British English, so only the British word is reported. */
const foreignInUs = pairs(
  'metre/meter metres/meters tyre/tire tyres/tires kerb/curb kerbs/curbs cheque/check cheques/checks programme/program programmes/programs practise/practice practises/practices licence/license licences/licenses draught/draft draughts/drafts draughty/drafty',
);

/** Pairs of British and American spelling. */
const families: [string, string][] = [
  ...stemsBeforeOur.flatMap((stem) =>
    endingsAfterOur.map((ending): [string, string] => [`${stem}our${ending}`, `${stem}or${ending}`]),
  ),
  ...iseStems.flatMap((stem) =>
    iseEndings.map((ending): [string, string] => [`${stem}is${ending}`, `${stem}iz${ending}`]),
  ),
  ...lStems.flatMap((stem) => lEndings.map((ending): [string, string] => [`${stem}l${ending}`, `${stem}${ending}`])),
  ...otherPairs,
];
const toUk = new Map([...families, ...foreignInUk].map(([uk, us]) => [us, uk] as const));
const toUs = new Map([...families, ...foreignInUs]);

/** The spelling in `dialect` of a lower-case word in the other dialect, or undefined for all other words. */
export const variantOf = (word: string, dialect: Dialect): string | undefined =>
  (dialect === 'uk' ? toUk : toUs).get(word);
