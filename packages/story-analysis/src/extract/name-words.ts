import { wordList, wordMap } from './word-list.ts';

/** The gender that a title says, if any. */
export const titles: ReadonlyMap<string, 'female' | 'male' | null> = new Map([
  ...wordsFor(
    'male',
    'mr sir lord king prince duke baron count earl uncle brother father monsieur herr señor grandfather grandpa emperor mister master squire viscount marquess archduke friar abbot tsar',
  ),
  ...wordsFor(
    'female',
    'mrs ms miss lady queen princess duchess baroness countess aunt auntie sister mother madame mademoiselle frau doña señora señorita grandmother grandma empress dame mistress abbess tsarina madam nurse nanny mme mlle',
  ),
  ...wordsFor(
    null,
    'dr doctor professor prof captain capt colonel major general lieutenant lt sergeant sgt corporal private admiral commander commodore inspector detective constable officer sheriff marshal judge justice chief chancellor minister senator president governor mayor ambassador bishop archbishop cardinal pope reverend rev vicar saint st cousin warden magister maester councillor agent deputy cadet ensign midshipman lance-corporal brigadier hon bosun steward regent high-priest elder superintendent',
  ),
]);

function wordsFor(gender: 'female' | 'male' | null, words: string): [string, 'female' | 'male' | null][] {
  return words.split(' ').map((word) => [word, gender]);
}

/** Titles that state a person's rank. */
export const ranks = wordList(
  'captain colonel major general lieutenant sergeant corporal private admiral commander commodore inspector detective constable sheriff marshal brigadier superintendent ensign cadet midshipman bosun',
);
export const rankOfAbbreviation = wordMap({
  capt: 'captain',
  lt: 'lieutenant',
  sgt: 'sergeant',
  cpl: 'corporal',
});

/** Small words inside a name between two capitalised words. */
export const particles = wordList(
  'de del della der den di da du des la le van von ter ten al el bin ibn ap y dos das zu',
);
/** After one of these a name may go on with “of” or “of the”. */
export const ofHeads = wordList(
  'castle city town village isle island house order company guild brotherhood sisterhood council court church bay gulf sea lake mount valley river kingdom duchy county republic league army knights king queen prince princess duke duchess earl lord lady count countess baron baroness bishop archbishop abbot battle siege treaty feast festival fall book sword crown ring tower temple bridge port cape forest school university college museum ministry department bank society sons daughters children houses house hall gate well fields field guard circle keepers hand lords brothers sisters night day war wars abbey priory fort hospital theatre archive library',
);

/** Words for places that are common surnames, too: “Black Marsh” and “Ida Marsh”. */
export const surnamePlaces = wordList(
  'marsh hill hills wood woods ford field fields heath moor moors park vale glen grove lane bay green cross forest west north heights mills banks rivers brook pike',
);
export const placeWords = wordList(
  'street road lane avenue row square alley terrace crescent court castle city town village isle island islands mount mountain mountains hill hills valley vale river lake sea ocean bay gulf cape coast port harbour harbor haven forest wood woods moor moors marsh heath park garden gardens bridge gate hall manor tower temple church cathedral chapel abbey priory fort fortress keep inn tavern hotel arms pub station market school academy college university library museum theatre hospital prison farm mill house cottage lodge palace wharf quay dock docks pier beach cove creek falls springs desert plains county kingdom republic empire duchy province district quarter ward north south east west saint st point head close drive heights green common cross fields field ridge pass peak grove glen hollow lighthouse observatory archive asylum kirk strand barrow downs fen fens reach ferry ford',
);
export const groupWords = wordList(
  'order guild company brotherhood sisterhood council league society army guard legion clan tribe family house ministry department bank committee party union alliance federation circle watch knights rangers corps regiment battalion fleet navy police church cult coven gang club band orchestra choir team syndicate consortium bureau agency institute foundation trust brigade keepers sons daughters brothers sisters senate parliament crew wardens covenant coalition fellowship assembly synod cartel firm corporation sodality',
);
export const eventWords = wordList(
  'battle war siege feast festival treaty revolution rebellion uprising massacre wedding coronation carnival fair tournament plague famine night day fire flood storm regatta crusade ball eclipse',
);
export const objectWords = wordList(
  'sword blade dagger spear axe bow shield ring crown orb cup chalice book codex scroll map stone gem jewel amulet necklace locket pendant key lantern lamp mirror staff wand horn drum bell harp violin ship boat mask sceptre throne tome diary journal letter compass clock cloak helm gauntlet chest box hammer',
);

/** Capitalised words that name nobody in a story. */
export const notNames = wordList(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april june july august september october november december',
  'english french german latin greek italian spanish russian chinese japanese irish scottish welsh dutch polish portuguese arabic hebrew turkish swedish norwegian danish finnish hungarian american british european indian african asian roman norman saxon gothic victorian georgian edwardian celtic gaelic canadian australian mexican egyptian persian scots yiddish hindi swiss austrian belgian catholic protestant christian jewish muslim buddhist anglican methodist presbyterian christians jews muslims catholics protestants romans greeks germans americans englishman englishmen englishwoman frenchman frenchwoman irishman scotsman welshman dutchman',
  'christmas easter lent michaelmas advent god lord jesus christ heaven heavens hell bible scripture mass sabbath satan devil almighty providence yes no oh ah eh hey hi hello hullo god well ok okay alas aye nay hush damn hell please thanks thank sorry goodbye bye ouch wow hmm hm um uh er mm huh ha aha ugh psst shh lo o sir madam ma’am maam mister miss mum mom mummy mama mamma ma dad daddy papa pa father mother son darling dear sweetheart love nobody everybody somebody everyone someone anyone nothing everything something anything i im ive ill id internet tv cd dvd pm am bc ad chapter part book prologue epilogue volume act scene end',
  'north south east west northeast northwest southeast southwest grandma grandpa gran granny nan nana grandfather grandmother auntie uncle aunt majesty highness excellency honour lordship ladyship grace holiness reverence worship your his her earth sun moon',
);
/** They name nothing alone, but may begin a name such as “North Harrow”. */
export const directions = wordList('north south east west new upper lower low high great');
/** Months that are first names too. */
export const monthNames = wordList('april june august');
/** Words that begin a sentence and are not part of a name that follows. */
export const functionWords = wordList(
  'the a an this that these those my your his her its our their some any every each no all both half such what which whose who whom when where why how while whilst as if though although because since until till unless once after before and but or nor yet so for in on at by to from with without of off up down out over under into onto upon through during against among between behind beyond above below beside near past along across around about like than then now here there still even just only also too perhaps maybe never always often sometimes again soon later meanwhile however therefore besides instead indeed not he she it we they you i me him them us is are was were be been am do does did has have had can could will would shall should may might must let one two three four five six seven eight nine ten many most more much few several other another neither either yes no oh ah well poor dear old young little big good bad great new first last next same own come go look listen wait stop tell give take thank thanks please hello goodbye hey sir is not except despite inside outside toward towards whether lest whatever whoever whenever wherever today tomorrow yesterday tonight suddenly finally slowly quickly apparently certainly surely something nothing everything anything someone everyone nobody somebody anybody everybody none',
);

const said =
  'said says asked asks replied answered whispered muttered murmured shouted called cried yelled added continued began agreed admitted announced explained insisted snapped growled hissed sighed laughed repeated told suggested offered protested demanded declared remarked observed groaned gasped joked lied promised warned wondered exclaimed interrupted breathed mumbled';
export const speechVerbs = wordList(said);
export const humanVerbs = wordList(
  said,
  'nodded smiled grinned frowned shrugged walked ran sat looked turned stared glanced watched thought knew felt wanted saw heard took gave held pulled pushed opened closed leaned stepped knelt reached picked put set laid kept left went came waited slept woke ate drank wept sobbed blushed winced swallowed hesitated paused remembered forgot believed hoped feared loved hated liked decided tried shook raised lifted lowered rubbed scratched kissed hugged married died climbed rode hurried limped crossed followed folded poured lit read wrote played sang danced worked lived drew carried caught threw dropped bowed curtsied saluted coughed yawned gestured pointed considered realised realized noticed met visited returned arrived squinted nods smiles grins frowns shrugs walks runs sits looks turns stares glances watches thinks knows feels wants sees hears takes gives holds pulls pushes opens closes leans steps kneels reaches puts sets lays keeps leaves goes comes waits sleeps wakes eats drinks hesitates pauses remembers believes loves hates likes decides tries shakes raises lifts rubs kisses works lives carries writes reads plays wears wore has had who whose',
);
export const placePrepositions = wordList(
  'in into through throughout outside inside toward towards near beyond around across',
);
