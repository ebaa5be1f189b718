/**
 * The texts of the sample book's chapters, by chapter number. Two sentences disagree on purpose, so that there is
 * something to find: the colour of Tobias Marsh's eyes in chapters 1 and 3.
 */
export const sampleTexts: Readonly<Record<number, string>> = {
  1: `Ida Marsh knew every lamp on Gull Street by its sound. The one outside the chandler’s coughed before it caught. The pair at the fish steps sang, a third apart, on windy nights. The lamp by the chapel made no noise at all, which was how she knew that it was well.

On the night of the equinox, the ninth lamp did not cough, or sing, or keep its pious silence. It did nothing. She held the pole to the mantle until her arm shook, and the flame at the end of it bent over, looked in, and came away again.

“You’re wet,” Ida told the lamp. “Or you’re proud.”

It was neither. When she had set the ladder and climbed it, and got the glass open with her thumbs, she found that somebody had taken out the wick. In its place, rolled as tight as a cigarette, was a piece of paper.

She did not read it there. A lamplighter on a ladder with her back to the street is the most visible person in town, and for the last quarter of an hour Ida had had the feeling, low in the neck, of being looked at. She put the paper into her glove. She fitted a new wick from the tin on her belt, and lit it, and only then, with the light at its full height and the whole of Gull Street laid out beneath her in two rows of yellow beads, did she let herself turn round.

The sail loft stood across the way with its doors shut. It had stood so since the spring, when old Penhallow went to live with his sister. Nobody had any business there. But one of the upper shutters was open by the width of a hand, and as she looked it drew itself in, slowly, the way a person closes a book when someone else comes into the room.

Ida counted to ten. Then she climbed down, took up the ladder, and did the tenth lamp, and the eleventh, and all the others to the end of the mole, because the boats were still coming in.

***

She had the two rooms above the cooper’s, and they smelled of oak and hot iron until midnight. She put the kettle on. She took off her coat, and hung it up, and sat down at the table with the lamp drawn near; and then there was nothing else that needed doing first.

The paper was good paper. It had been cut with a knife, not torn. The ink was blue, which was strange in itself, for there was not a shop on the coast that sold any colour but black. It said:

*Tobias. The tide has been paid and paid again. One more year and I shall send the bill to the girl. L.*

Ida read it twice. Then she turned up the wick and read it a third time, as if the light might be to blame.

Her father had been dead for six years. He had lit these lamps for thirty before her. Tobias Marsh had grey eyes and a bad chest. He was a slow man, who had owed nobody so much as a pint of milk, and who used to say that a debt was only a lamp you had left burning in somebody else’s house. She had his ladder and his pole. She had his trick of tapping the glass twice before closing it. Until tonight she would have said that he had left her nothing else at all.

*The girl.* She was thirty-four.

Down in the street a door opened and shut. There were footsteps, unhurried, coming from the direction of the sail loft. They stopped beneath her window. Ida reached out and put her hand round the lamp, so that no light came through her fingers, and she sat like that, in the dark with her palm burning, until at last they went away.
`,
  2: `The baker was called Dorcas Quill, and she had never in her life refused to talk. She talked through the oven door. She talked while counting, and the count came right. It was said on Gull Street that when Dorcas was christened she had corrected the vicar.

“Blue ink,” said Ida.

Dorcas wiped down the counter. It was clean already.

“I only wondered,” Ida said, “who there used to be that had it. You know everybody’s hand. You’ve had forty years of people’s slips.”

“Two brown, was it? And the seeded?”

“Dorcas.”

“I’ve bread in,” said Dorcas Quill, and she went into the back, and did not come out again.

Ida stood for a time in the good smell. On the wall behind the counter hung the board with the slate, where the street’s accounts were chalked up and, on Saturdays, rubbed off; and above the slate were older papers, brown at the edges, pinned one over the other like the scales of a fish. There were orders for feast days. There was a list of names, and beside each name a sum. It must have hung there for as long as she had been tall enough to see it. She had taken it for a raffle.

She leaned across and lifted the topmost sheet with one finger.

*Penhallow, four pounds. Quill, four pounds. The Reverend Mr Stroud, ten. Cooper, four. Marsh, four.* And so on to the bottom, every house on Gull Street that had had a chimney twenty years ago. It was a subscription, then. It was a whole street putting its hand into its pocket at the same time. At the foot was a date in November, and the words *Received in full*, and an *L* with a tail like a hook.

The ink was blue.

She had the letter in her glove. She did not need to take it out, but she did, and she held the one beside the other. It was the same hand. The pen had been a better one twenty years ago, and the writer in less of a hurry; that was all the difference that there was.

***

She asked the cooper, who remembered that he had a barrel to see to. She asked the Reverend Mr Stroud’s widow, who was deaf and on this subject became deafer. At the chandler’s, young Will Tarrant, who had not been born when the list was made, told her that his mother had told him that if anybody ever asked him about the winter of the *Corisande* he was to say that it was before his time.

“And what was the *Corisande*?” said Ida.

“It was before my time,” said Will, and he blushed to the ears.

So it was a ship. She had something now, if it was only a name; she turned it over as she walked, the way you turn a coin in your pocket to learn whose head is on it. She had been fourteen that winter. She remembered snow on the boats. She remembered her father coming in at breakfast with his pole across his shoulder, blue with cold, saying to her mother, *It’s done, then. God forgive us, they all came in on it.* She had thought that he was talking about herring.

By five the light was going. Ida went for her ladder. The first eight lamps took the flame without a murmur. So did the ninth, which she had thought about all day, and which now burned as if it had never given anyone a moment’s trouble.

It was the sixteenth, the one at the corner of the mole, that was out. She had lit it. She had stood there and watched it take. She looked along the row of lights, to the dark place at the end where the sea began, and saw that a man was standing under the dead lamp with his hat in his hand. He was waiting for her as you wait for a carriage.
`,
  3: `There is one day in the year when the harbour empties to the bone. The boats lie over on their sides like cattle, and the children go out in boots to look for money. It fell that year on the twenty-fifth of September, a little before six in the evening, and by half past five Ida Marsh was at the end of the mole with her pole, her ladder and a spade.

“You might have brought a second one,” said the man in the hat.

“You might have come to the door,” said Ida, “like a Christian, instead of walking up and down beneath it.”

His name was Lucan Frayne. He was seventy, and had been the owner of a ship. He had told her about it last night, under the sixteenth lamp, in the tone of someone reading out an inventory. The *Corisande* had come up the coast in a snowstorm with a crew of nine, bringing brandy that nobody had paid the duty on, for a street where every cellar was swept and waiting. She had steered by the lamps. And at ten minutes to four in the morning, when the excise cutter showed her lights off the point, somebody had walked down Gull Street from one end to the other and put them out.

“All of them?” Ida had said.

“Every one. It is how one warns a ship off. Only she was too far in. She wanted one more light to clear the rocks by, one, and there was not one to be had.” He had turned his hat round by the brim. “The street paid for the cargo. I’ll say that for them. They paid for it twenty times over, so that I should not say who had owned it, or who had been expecting it. Nobody paid for the nine.”

Now they climbed down the iron rungs together, the old man first. Below the pier the mud was as firm as cheese. It took them a long while to find the place, and not very long to dig. The chest was small, and it had been tarred. When Frayne had broken the lock with the edge of the spade he did not open it. He stood aside.

“It’s addressed to you,” he said. “In a manner of speaking.”

Inside, in oilcloth, was a wick.

There was a note pinned to it, and this time she knew the hand as she knew her own. It was her father’s, square and slow. *I put out fifteen,* wrote Tobias Marsh. *They told me sixteen and I put out fifteen. I left the one on the mole. Whoever put that out, it was not I; and if it burns no more it is because I have not been able to look at it since. I have put here what was in it.*

Ida thought of him on the stairs, every night of her childhood, stopping to get his breath. Tobias’s brown eyes had always gone past her to the window, to the end of the row. All through her twenties he had sent her on ahead to light that one, and she had never once asked him why.

“You walked down it after him,” she said. “You were on the mole that night. You saw the cutter, and you thought about your brandy.”

Lucan Frayne put on his hat.

“I have written that letter every year,” he said, “and every year I thought: he will answer it. He’ll say, *It was you, Frayne,* and then it will have been said. I did not know that he had died. I thought that he had grown hard.”

Behind him the sea had begun to talk to itself. In an hour there would be four fathoms where they stood.

“Well,” said Ida, “you’ve been told now.” She shouldered the ladder. Up on Gull Street the doors were opening, one after another, as they did at the turn of the tide; there was Dorcas on her step with flour to the elbow, and the cooper, and old Mrs Stroud in her shawl, all of them looking at the dark place at the end of the row. They had been looking at it, she supposed, for twenty years. “You can come up and tell them, or stay and be told by that.”

She did not look to see which it was. She set her ladder against the sixteenth lamp, and climbed it, and put in the old wick, which was as dry as the day it was hidden. She tapped the glass twice. Then she held up the flame, and waited, in front of the whole street, to hear what it would say.
`,
};
