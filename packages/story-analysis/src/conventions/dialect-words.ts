/** Parts of words that are spelt with “our” in British and with “or” in American English. */
const stemsBeforeUr =
  'colo favo hono neighbo harbo labo humo rumo flavo behavio armo odo vapo parlo savio endeavo ' +
  'splendo clamo valo ardo cando rigo vigo savo';
const endingsAfterUr = ['', 's', 'ed', 'ing', 'ful', 'able', 'ite', 'less'];

/** British and American spellings that differ in another way. Words with another meaning in one of them are left out. */
const pairs = `
  grey gray, greys grays, greyed grayed, greying graying, greyish grayish, centre center, centres centers,
  centred centered, theatre theater, theatres theaters, fibre fiber, fibres fibers, sombre somber, lustre luster,
  meagre meager, spectre specter, sabre saber, defence defense, offence offense, pretence pretense,
  travelled traveled, travelling traveling, traveller traveler, travellers travelers, cancelled canceled,
  cancelling canceling, quarrelled quarreled, quarrelling quarreling, marvelled marveled, marvelling marveling,
  levelled leveled, levelling leveling, signalled signaled, signalling signaling, labelled labeled,
  modelled modeled, fuelled fueled, panelled paneled, jewellery jewelry, jeweller jeweler, marvellous marvelous,
  woollen woolen, skilful skillful, wilful willful, fulfil fulfill, enrol enroll, plough plow, ploughed plowed,
  mum mom, pyjamas pajamas, aluminium aluminum, cosy cozy, sceptical skeptical, sceptic skeptic,
  moustache mustache, mould mold, mouldy moldy, smouldered smoldered, smouldering smoldering,
  analyse analyze, analysed analyzed, paralysed paralyzed,
  manoeuvre maneuver, sulphur sulfur, mollusc mollusk, artefact artifact`;

/** Which dialect a spelling belongs to. Lower case. */
export const dialectOf: ReadonlyMap<string, 'british' | 'american'> = new Map(
  [
    ...stemsBeforeUr
      .split(' ')
      .flatMap((stem) => endingsAfterUr.map((ending) => [`${stem}ur${ending}`, `${stem}r${ending}`] as const)),
    ...pairs.split(',').map((pair) => pair.trim().split(' ') as [string, string]),
  ].flatMap(([british, american]) => [[british, 'british'] as const, [american, 'american'] as const]),
);
