import type { Manuscript } from '../manuscript.ts';

const first = [
  'The light had been lit for nine nights when Maren understood that nobody was coming to relieve her. She wound the clockwork at six, at ten and at two, as it was written in the book that hung beside the stairs, and between the windings she slept in the chair with her boots on.',
  '“You might have told me,” she said to the gulls. They sat along the rail with their backs to the wind and did not turn round.',
  'On the tenth morning she made an inventory. There were four tins of oil, half a sack of flour, a jar of honey that had gone hard, and the letters. She had read the letters so often that the folds had worn through; she kept them in the drawer beneath the barometer, in the order in which they had arrived, and she did not read them now.',
  'What she wanted was paper. The logbook had eleven empty pages, and a keeper who ran out of pages—so Aldous had taught her—was a keeper who would be blamed for the weather. She ruled each page into four with the edge of the barometer’s case and wrote smaller than before.',
  '***',
  'The boat came from the north, which was the wrong direction. She saw the sail at noon and had the kettle on by one; at two it had not grown any larger, and at three she took the glass up to the gallery and saw that nobody stood at the tiller.',
  '“Well,” said Maren. *Well* was what her mother had said when the roof went, and when the dog came home without her brother. It was a word that left room for the next thing.',
  'The next thing was a rope. She had two hundred feet of it, **new**, tarred, and too heavy for one person to throw. She carried it down the hundred and four steps in three journeys and laid it along the landing in loops, the way one lays out a sentence before one knows its verb, and then she sat on the last loop and waited for the tide to bring the boat within reach of an argument.',
  '## The name on the stern',
  'It was painted over twice. Under the green there was white, and under the white a blue that she knew, because she had helped to mix it: a tin of the parish’s paint and the whole of Mrs Fennimore’s washing soda. The letters stood up under all three coats as veins stand up on a hand.',
  'She read them with her fingers, from right to left, since she had begun at the wrong end. When she had finished she went back up the hundred and four steps, wound the clockwork though it was only four o’clock, and took the letters out of the drawer.',
];
const second = [
  'In the town they said that the lighthouse kept itself. It was one of those sayings, like *the river knows*, that sounded like a compliment and was meant as an excuse.',
  '“Eleven days,” said the harbour-master, “is not eleven weeks.” He had the relief list in front of him and a pencil behind each ear. The list was in his own handwriting, and he looked at it as though it had been sent to him from abroad.',
  'Tobias waited. He had learnt, in the customs house, that officials are like kettles: those who watch them are always disappointed. He looked instead at the model of the *Perseverance* in its glass case, with its rigging of grey thread and its crew of seven painted pegs. One of the pegs was missing. There was a neat round hole in the deck where it had stood.',
  '“There was weather,” the harbour-master said at last.',
  '“There was,” said Tobias. “I was out in it.”',
  'They considered this. Outside, on the quay, two boys were teaching a third to whistle through a limpet shell; it made a sound like a very small, very determined train. The harbour-master took one pencil from behind his ear, examined the point, and drew a line through a name that Tobias could not read upside down. Then, with great deliberation, as a man does who has been asked to move a piano and has found that it is, after all, on wheels, he wrote another name above it.',
  '***',
  'By evening the wind had gone round to the south-west and the relief boat was provisioned: flour, oil, lamp-wicks, a ham, six dozen candles in case of difficulties, a bundle of newspapers tied with tape, and—because Mrs Fennimore had insisted upon it—an envelope that was to be given into no hands but Maren’s.',
  'Tobias put it inside his shirt. It crackled whenever he breathed, so that all through the crossing, at the oar and at the pump and during the long grey hour when nobody could tell which of the lights ahead was the light and which was only a star, he had the impression that somebody was clearing her throat and was about to speak.',
];

/** A book of our own for images of pages: dialogue, dashes, emphasis, a heading, scene breaks, long and short paragraphs. */
export const goldenBook: Manuscript = {
  title: 'The Keeper of the Northern Light',
  subtitle: 'A Novel',
  author: 'A. Bear',
  publisher: 'Inkbear House',
  dedication: 'For everyone who waited.',
  isbn: '978-0-306-40615-7',
  language: 'en-GB',
  matter: [
    { kind: 'copyright', title: '', text: 'Copyright © 2026 A. Bear' },
    { kind: 'epigraph', title: '', text: 'A light is a promise that somebody is awake.' },
    { kind: 'afterword', title: 'Afterword', text: 'The lighthouse is invented, and so is the sea.' },
  ],
  chapters: [
    { number: 1, title: 'Nine Nights', part: 'The Light', text: [...first, ...first.slice(2, 8)].join('\n\n') },
    { number: 2, title: 'The Relief List', text: second.join('\n\n') },
    { number: 3, title: 'A Letter', text: first.slice(9).join('\n\n') },
  ],
};

/** A text in each of some languages with other hyphens, quotation marks and accents. */
export const goldenTexts: Readonly<Record<string, string>> = {
  de: '„Die Wiederherstellung der Leuchtturmbeleuchtung“, sagte der Hafenmeister, „ist eine Verwaltungsangelegenheit.“ Er blätterte durch die Unterlagen, als hätte sie ihm jemand aus Übersee geschickt, und strich mit größter Sorgfalt einen Namen durch. Draußen übten zwei Jungen auf der Kaimauer, durch eine Muschelschale zu pfeifen; es klang wie eine sehr kleine, sehr entschlossene Eisenbahn. Maren hätte darüber gelacht. Sie aber saß zwölf Seemeilen entfernt auf einem Tauende und wartete, dass die Flut ihr das Boot in Reichweite eines Gesprächs brächte.',
  fr: '« Onze jours, dit le capitaine du port, ce ne sont pas onze semaines. » Il avait devant lui la liste des relèves et un crayon derrière chaque oreille. Tobias attendait ; il avait appris, à la douane, que les fonctionnaires ressemblent aux bouilloires : ceux qui les surveillent sont toujours déçus. Dehors, deux garçons apprenaient à un troisième à siffler dans un coquillage, et cela faisait le bruit d’un tout petit train extraordinairement résolu.',
  pl: '„Jedenaście dni – powiedział kapitan portu – to nie jedenaście tygodni”. Miał przed sobą listę zmian i po ołówku za każdym uchem. Tobiasz czekał. Nauczył się w urzędzie celnym, że urzędnicy są jak czajniki: kto na nich patrzy, zawsze się rozczaruje. Na nabrzeżu dwóch chłopców uczyło trzeciego gwizdać przez muszlę; brzmiało to jak bardzo mały, bardzo zdecydowany pociąg.',
};
