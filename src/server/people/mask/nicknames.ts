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
  const wanted = name.toLowerCase()
  return [...new Set(familiesOf.get(wanted)?.flat())].filter((other) => other !== wanted)
}
