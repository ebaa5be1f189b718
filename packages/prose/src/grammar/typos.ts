const pairs = `teh/the adn/and hte/the taht/that thier/their recieve/receive recieved/received recieves/receives recieving/receiving existance/existence beleive/believe beleived/believed belive/believe
  wierd/weird freind/friend freinds/friends seperate/separate seperated/separated seperately/separately definately/definitely definatly/definitely occured/occurred occuring/occurring occurence/occurrence untill/until
  tommorow/tomorrow tommorrow/tomorrow tomorow/tomorrow begining/beginning beggining/beginning accross/across acheive/achieve acheived/achieved apparantly/apparently arguement/argument becuase/because becasue/because
  beautifull/beautiful buisness/business calender/calendar collegue/colleague comming/coming commited/committed concious/conscious unconcious/unconscious consience/conscience dissapear/disappear dissapeared/disappeared dissapoint/disappoint
  dissapointed/disappointed embarass/embarrass embarassed/embarrassed embarassing/embarrassing enviroment/environment excede/exceed familar/familiar finaly/finally foriegn/foreign fourty/forty foward/forward gaurd/guard gaurded/guarded
  goverment/government grammer/grammar happend/happened harrass/harass hieght/height immediatly/immediately immediatley/immediately independant/independent intresting/interesting knowlege/knowledge liason/liaison libary/library
  maintainance/maintenance mispell/misspell neccessary/necessary necessery/necessary neice/niece noticable/noticeable occassion/occasion occassionally/occasionally peice/piece peices/pieces percieve/perceive
  persue/pursue persued/pursued posession/possession possesion/possession prefered/preferred priviledge/privilege probaly/probably probly/probably pronounciation/pronunciation publically/publicly realy/really refered/referred relevent/relevant
  religous/religious rember/remember remeber/remember resistence/resistance rythm/rhythm rythem/rhythm saftey/safety sence/sense sentance/sentence shoudl/should siezed/seized sieze/seize similiar/similar sincerly/sincerely speach/speech
  strenght/strength succesful/successful successfull/successful suprise/surprise suprised/surprised suprising/surprising surprize/surprise temperture/temperature thankyou/thank_you theif/thief threshhold/threshold tounge/tongue truely/truly
  twelth/twelfth tyrany/tyranny unfortunatly/unfortunately usualy/usually vaccuum/vacuum vegtable/vegetable vehical/vehicle visable/visible whcih/which wich/which whisle/whistle wihtout/without withold/withhold writting/writing
  woudl/would yeild/yield yeilded/yielded alot/a_lot aswell/as_well infact/in_fact noone/no_one abit/a_bit agian/again allways/always amature/amateur anwser/answer befor/before beter/better brillant/brilliant carefull/careful cieling/ceiling
  childern/children cigarrette/cigarette couldnt/couldn’t didnt/didn’t doesnt/doesn’t dont/don’t hadnt/hadn’t hasnt/hasn’t havent/haven’t isnt/isn’t shouldnt/shouldn’t wasnt/wasn’t werent/weren’t wouldnt/wouldn’t youre/you’re theyre/they’re
  desparate/desperate dilema/dilemma drunkeness/drunkenness eigth/eighth ect/etc excercise/exercise exagerate/exaggerate exhilerating/exhilarating extrordinary/extraordinary fasinating/fascinating firey/fiery gallary/gallery
  garantee/guarantee ghandi/Gandhi gracefull/graceful guidence/guidance heros/heroes hypocracy/hypocrisy imediately/immediately incase/in_case innoculate/inoculate intrest/interest jist/gist lonley/lonely
  medecine/medicine memmory/memory millenium/millennium minature/miniature minuscle/minuscule mischievious/mischievous nausous/nauseous ocassion/occasion oppurtunity/opportunity orignal/original parralel/parallel perhpas/perhaps
  personel/personnel poeple/people politican/politician prehaps/perhaps presance/presence propably/probably quater/quarter questionaire/questionnaire recomend/recommend restaraunt/restaurant resturant/restaurant
  rucus/ruckus sacrafice/sacrifice sargent/sergeant scedule/schedule secratary/secretary shreik/shriek silouette/silhouette sophmore/sophomore stregth/strength stoped/stopped sufficent/sufficient tatoo/tattoo tendancy/tendency themselfs/themselves
  tradgedy/tragedy transfered/transferred truley/truly unforseen/unforeseen unkown/unknown vengence/vengeance villian/villain villians/villains vulnerible/vulnerable wellcome/welcome whispred/whispered wonderfull/wonderful`;

const typos = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('/') as [string, string]),
);

/** The correction of a lower-case word that is a common typo, or undefined for all other words. */
export const typoOf = (word: string): string | undefined => typos.get(word);
