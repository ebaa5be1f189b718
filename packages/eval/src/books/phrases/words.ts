/** Words for the places of templates, by the name that stands in braces. No list states anything about a character. */
export const wordLists: Readonly<Record<string, readonly string[]>> = {
  thing:
    'kettle,lamp,ledger,basket,broom,candlestick,teacup,bootjack,letter,newspaper,umbrella,bread knife,coal scuttle,bundle of keys,handkerchief,parcel,jug,button box,map,drawer,rope,satchel,inkwell,bowl of plums'.split(
      ',',
    ),
  furniture:
    'table,bench,window seat,dresser,armchair,stove,mantelpiece,bed,stair,doorstep,counter,sideboard,bookcase,piano stool'.split(
      ',',
    ),
  part: 'kitchen,yard,scullery,hall,passage,attic,cellar,garden,porch,landing,stable,parlour,boathouse,pantry'.split(
    ',',
  ),
  weather:
    'rain,fog,wind,frost,sleet,drizzle,heat,thunder,a thin snow,a low sun,mist from the water,the first cold'.split(
      ',',
    ),
  plainWeather: 'rain,fog,wind,frost,sleet,drizzle,heat,thunder'.split(','),
  noise:
    'a dog barking,the clock striking,a cart on the cobbles,gulls,somebody coughing,a door slamming,the pump handle,water in the gutter,children shouting,a fiddle out of tune,the boards settling,an engine far off'.split(
      ',',
    ),
  smell:
    'tar,wet wool,onions,beeswax,coal smoke,tallow,cut hay,old paper,vinegar,bread,harness leather,river mud'.split(
      ',',
    ),
  landscape:
    'the marsh,the long hill,the orchard wall,the weir,the quarry road,the sheepfolds,the water meadows,the harbour steps,the lime kilns,the churchyard,the towpath,the beech hanger'.split(
      ',',
    ),
  feeling:
    'relief,shame,a mild annoyance,something near to laughter,nothing much,an old weariness,a stubborn cheer,envy,pity,impatience,a kind of peace,dread'.split(
      ',',
    ),
  gesture:
    'shrugged,nodded,looked away,rubbed both hands together,counted under the breath,leaned on the {furniture},picked at a loose thread,pushed the {thing} aside,wiped the {furniture} with a sleeve,said nothing for a while,laughed once,stared at the floor'.split(
      ',',
    ),
  time: 'before supper,towards evening,after the bells,in the first light,at the end of the hour,when the lamps were lit,a little after dark,between two showers,before anyone was up,late in the afternoon'.split(
    ',',
  ),
  food: 'soup,cold mutton,an egg,bread and dripping,stewed pears,fried herring,porridge,a heel of cheese,barley broth,plum cake'.split(
    ',',
  ),
  trouble:
    'the rent,the missing boat,the letter from the bank,the broken pump,what the neighbours said,the winter feed,the key that fitted nothing,the locked desk,the bill for the roof,the empty stall'.split(
      ',',
    ),
  work: 'sweeping,mending a sack,peeling apples,sorting nails,copying figures,oiling a hinge,folding sheets,stacking logs,cleaning lamp glass,winding wool,patching a sail,sharpening a spade'.split(
    ',',
  ),
  stranger:
    'a carter,the postman,a boy with a hoop,two nuns,the coalman,a woman selling pegs,a man with a ladder,some children,an old soldier,the milk girl,a drover,a stray dog'.split(
      ',',
    ),
  adverbWord:
    'slowly,quietly,carefully,angrily,gently,badly,suddenly,heavily,stiffly,eagerly,wearily,lightly,firmly,awkwardly'.split(
      ',',
    ),
  did: 'put down the {thing},picked up the {thing},wrapped the {thing} in a cloth,went over the figures again,stood about,listened,sat down{adv},raked the ashes,drew the bolt,lit a candle,tried the other key,wiped {plainThings},hummed,read the notice,waited for an answer,made room on the {furniture},swept up the crumbs,wound the clock,threw a stick for the dog,hung up the wet things,shook the sack,turned the {thing} round,made a list,looked for matches,leaned the ladder against the wall,took in the washing,filled the jug,counted the sacks,closed the shutters,shifted the {furniture},went through every pocket,pulled off both boots,scraped the mud from the step,cut the bread,let the cat in,copied the address,warmed both hands,blew the dust from the {thing},poured out the rest,mended the strap,walked up and down,turned up the collar,untied the boat,broke the ice in the pail,carried in the wood,looked under the {furniture},whistled two bars,folded the paper small,took the long way,asked the price of the {thing},gave the old {thing} away,lost the thread of it,hid the {thing},found the {thing}'.split(
    ',',
  ),
  plainThings: 'the plates,the panes,the lamp glass,the blades,the boots'.split(','),
  where:
    'by the {furniture},in the {part},near the window,under the stairs,beside {landscape},at the back of the house,on the way to {landscape},between the {furniture} and the wall,out in the {plainWeather},behind the {part}'.split(
      ',',
    ),
  then: [
    '',
    '',
    ', and nobody minded',
    ', as if that were an answer',
    ' and thought of {trouble}',
    ' until there was no more to be done',
    ', which took longer than it should have',
    '. It made no difference',
    ', and then there was {noise}',
    ', out of habit',
    ' with more noise than was needed',
    ' and felt {feeling}',
    ', for the sake of peace',
  ],
};
