/** Short forms that are common or don't start like the full name; each line is one family of names. */
const FAMILIES = `
abigail abby abbie gail|abraham abe bram|albert al bert bertie|alexander alex alec sasha xander sandy alejandro|alexandra alex lexi sandra sasha ali alejandra
alfred fred alf freddie|alice ally|allison ally allie|amanda mandy|amelia amy millie|andrew andy drew andre andres|angela angie|anna ann annie anne ana anita|anthony tony antonio
antoinette toni nettie|arthur art artie|barbara barb babs barbie|beatrice bea trixie|benjamin ben benny benji|bernard bernie|bradley brad|cameron cam|carolyn carol carrie caroline lyn
cassandra cass cassie|catherine cathy kate katie kathy katherine kathleen kitty kat cat kay|charles charlie chuck chas carlos|charlotte charlie lottie|christina chris tina chrissy christine kris
christopher chris topher kit cristobal|clifford cliff|cynthia cindy|daniel dan danny|danielle dani|david dave davey|deborah deb debbie debra|dennis denny|dolores lola|donald don donnie
dorothy dot dottie dolly|douglas doug|edward ed eddie ted ned teddy eduardo|eleanor ellie nora nell lenore|elizabeth liz lizzie beth betsy betty eliza libby lisa liza bess bette elisabeth
emily em emmy|emma em|eugene gene|evelyn evie|florence flo|frances fran frankie|francis frank frankie|franklin frank|francisco paco pancho cisco frank|frederick fred freddie rick
gabriel gabe|gabrielle gabby|gerald gerry jerry|geoffrey geoff jeff|gregory greg|guillermo memo|harold hal harry|helen nell nellie lena|henry hank harry hal|ignacio nacho|isabella bella izzy isabel belle
jacob jake jack|jacqueline jackie|james jim jimmy jamie jem|jane janie janet jan|jason jay|jeffrey jeff|jennifer jen jenny jenn|jeremy jerry|jerome jerry|jessica jess jessie|jesus chuy|joan joanie
john jack johnny jon|jonathan jon nathan jonny|joseph joe joey jose pepe|josephine jo josie|joshua josh|joyce joy|judith judy|julia jules julie|katherine kate katie kathy kat kitty
kenneth ken kenny|kimberly kim|lawrence larry laurie|leonard leo len lenny|leslie les|lillian lily lil|lucille lucy|luis lou|magdalena lena maggie|margaret maggie meg peggy marge margie greta rita daisy
maria mary mia mari|martha marty|martin marty|mary molly polly mae|matthew matt matty|maximilian max|megan meg|melissa missy mel lissa|michael mike mickey mick miguel|michelle shelly micki
mitchell mitch|mohammed mo mohamed muhammad moe hamada|muhammad mo mohammed|nancy nan|natalie nat|nathan nate nat|nathaniel nate nat|nicholas nick nicky nico cole|nicole nikki nicky|olivia liv livvy
pamela pam|patricia pat patty trish tricia patsy|patrick pat paddy rick|peter pete pedro|philip phil|phillip phil|rachel rae|rafael rafa rafe|raymond ray|rebecca becky becca|reginald reggie
richard rick dick rich richie ricky ricardo|robert bob rob bobby robbie bert roberto|roberta bobbie robbie|rodney rod|roger rog|ronald ron ronnie|rosemary rose rosie|russell russ|ruth ruthie
samantha sam sammy|samuel sam sammy|sandra sandy|sarah sally sadie|sharon shari|sophia sophie|stanley stan|stephanie steph|stephen steve stevie|steven steve stevie|susan sue susie suzy suzanne
tamara tammy|teresa terry tess tessa|terrence terry|theodore ted teddy theo|theresa terry tess tessa|thomas tom tommy tomas|timothy tim timmy|valerie val|veronica ronnie vera|victor vic|victoria vicky tori
vincent vince vinny|virginia ginny ginger|walter walt wally|wendy wen|wesley wes|wilhelmina mina billie|william bill billy will willy liam|yolanda yoli|zachary zach zack`

const familiesOf = new Map<string, string[][]>()
for (const family of FAMILIES.trim().split(/[|\n]/)) {
  const names = family.split(' ')
  for (const name of names) familiesOf.set(name, [...(familiesOf.get(name) ?? []), names])
}

/** Returns other names people use for a first name; empty if none is known. */
export function nicknamesOf(name: string): string[] {
  const lowerName = name.toLowerCase()
  return [...new Set(familiesOf.get(lowerName)?.flat())].filter((other) => other !== lowerName)
}

/** Never treated as a short form or misspelling of a name, because they start sentences and are capitalized there. */
export const ORDINARY = new Set(
  'able about after again alert all along also among and any apr area around aug away back base been being best better both brain bring busy but call calm came can car care carer caring case chang change changes char charg charge charm chart child clean clear clin close con cons cool could dam day dead deal dear dec den did doing done down during each early easy else even ever every face fact fair fall fast feb feel felt file final fine firm first for four fri from full gave get give goes gone good got great green group had ham hand happy hard has have hear held help her here high him his hold hope hosp hour house how human idea into its jan jul jun just keep kept kind knew know lack large last late lead learn left less let level life light like line list live local long look lost lot made major make many mar marked market marry may mean med medic meet mel mil mind mis miss mon money month more most much must name near need never new next nice night north not nov now nurs nurse oct off offer often old once one only open order other our out over own paid paper part party past patient patterns per person persons place plan plant plus point poor port power pre press price pro put quick quiet quit ran rate read ready real red rest right river round rural safe said same sat saw say see seem self send sent sep sept set shar she shift short show shy side since sit six sleep slow small some soon sound south space spend staff stage start state stay step still stuff such sure table take talk teach team tell ten than thank thanks that the their them then there these they thing think third this those three thu time today told too took top total touch train treat trust tue turn two type under unit until use val value van very visit voice wait walk want ward warm was waste watch water way wed well went were what when where which while white who whole whom whose why win with woman women word work world would write wrong year yes yet you young your youth'.split(
    ' ',
  ),
)

/** Matches nicknames, and prefixes of a long name: "Alejandra" may be called "Ale" or "Aleja". */
export function shortForms(names: string[]): (folded: string) => boolean {
  const forms = new Set<string>()
  for (const name of names) {
    if (!/^\p{L}+$/u.test(name)) continue
    const prefixes = [3, 4, 5].filter((length) => length <= name.length - 2).map((length) => name.slice(0, length))
    for (const form of [...nicknamesOf(name), ...prefixes, ...prefixes.slice(0, 2).flatMap((prefix) => [`${prefix}y`, `${prefix}ie`])])
      if (!ORDINARY.has(form)) forms.add(form)
  }
  return (folded) => forms.has(folded)
}
