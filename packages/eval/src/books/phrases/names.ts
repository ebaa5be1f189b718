/** First names that are not ordinary words. */
export const womenNames =
  'Edith Imogen Teodora Marguerite Sabine Philippa Henrike Odalys Lucinda Ottoline Beatrix Annis Coralie Freya Ingrid Leonie Maren Nadia Petra Romola Sunniva Tamsin Ursula Verity Winifred Yolande Zelda Agathe Brigid Clemence Delphine Esme Fenella Greta Hester Isolde Jocasta Katarin Linnea Mirabel'.split(
    ' ',
  );
export const menNames =
  'Tomas Alaric Bertrand Casimir Dominic Emeric Fergus Gideon Hamish Ivo Jasper Konrad Lorcan Matthias Nicodemus Osric Piers Quentin Rufus Silas Tobias Ulric Vaughan Wendell Xavier Yorick Ambrose Barnaby Corwin Dashiell Edmund Florian Gareth Horatio Ignatius Jerome Killian Leopold Mortimer Noel'.split(
    ' ',
  );
/** First names that are ordinary words too. */
export const womenWordNames = ['Hope', 'Rose', 'Grace', 'Ivy', 'Faith'];
export const menWordNames = ['Will', 'Hunter', 'Mark', 'Frank', 'Drew'];
export const surnames =
  'Halloran Vantongeren Pallister Orrin Quillfeather Tregarth Ashdown Belgrave Carrow Devereux Ellingham Farthing Gravenor Hollis Inchbald Jessop Kettleby Lamorna Merriweather Northcote Oakshott Penhallow Quested Ravenscroft Strickland Thackeray Underhay Venning Wetherby Yarborough Abernathy Blackwood Coverdale Drummond Everard Fairweather Garrick Haverford Islington Jellicoe Kinnaird Lockhart Mossop Nettleship Ogilvie Prendergast Rainsford Stallybrass Tavistock Winterbourne'.split(
    ' ',
  );
export const womenTitles = ['Mrs', 'Miss', 'Dr', 'Sister', 'Lady'];
export const menTitles = ['Mr', 'Dr', 'Captain', 'Father', 'Sergeant', 'Professor'];
/** Names that appear once or twice, such as those of shopkeepers. */
export const passingNames =
  'Pettifer Gorringe Lubbock Mafeking Tolliver Chadwick Bannerman Sowerby Dunnock Eccles Frobisher Grindle Hatherley Ibbotson Jarrold'.split(
    ' ',
  );

export const townNames =
  'Harrowmere Bellmouth Saltry Corvane Dunwater Eastering Fallowgate Grimsdyke Hexworth Inverlode Kestrelby Langmoor Marlsea Netherby Ormsley Pendrake Quayle Ravensholt Stanmoor Thornaby Ulverscombe Vellacott Wainfleet Yarrowby Osterwick Tidewell'.split(
    ' ',
  );
/** Houses, streets and landscapes with a name of several words. */
export const siteNames = [
  'Gallows Lane',
  'Lantern Street',
  'Saint Osyth’s',
  'Copper Bridge',
  'Wren House',
  'Tallow Hall',
  'Blackthorn Farm',
  'Marrow Point',
  'Candlewick Mill',
  'Sorrel House',
  'Heron Lodge',
  'Anvil Row',
];
export const groupNames = [
  'Lantern Guild',
  'Ninth Company',
  'Salt Committee',
  'Order of Wardens',
  'Corvane Rangers',
  'Ferrymen’s Union',
  'Grey Sisters',
  'Tidewell Society',
  'Board of Clocks',
  'Ashdown Trust',
];
export const objectNames = [
  'Marrow Key',
  'Osprey',
  'Book of Tides',
  'Penhallow Ledger',
  'Ember Stone',
  'Sallow Lute',
  'Corvane Cup',
  'Winter Clock',
  'Bellmouth Chart',
  'Thorn Crown',
];
export const eventNames = [
  'Candle Fair',
  'Battle of Saltry',
  'Long Frost',
  'Feast of Keys',
  'Regatta of Lamps',
  'Harrowmere Trial',
];
