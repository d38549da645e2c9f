import { plainly } from './cues.ts'

/** A regular expression for actions that reflect badly on people, in interviewers' words. */
const BAD = String.raw`
  blam\w+|excuses?|finger pointing|point\w* (?:a |the |his |her )?fingers?|(?:somebody|someone|everybody|everyone) else(?:'s)?
  (?:the \w+'s|their|nobody's|lab's|family's) (?:fault|doing)|fault|no (?:regrets?|remorse|apology|apologies)|shrugs?|shrugged|deni(?:es|ed|al)
  deflect\w*|it happens|stuff happens|(?:let|lets) \w+ take the (?:fall|blame)|under the bus|to blame|set (?:him|her|them) up|zero ownership
  scapegoat\w*|rude\w*|mock\w*|imitat\w+|did an impression|laugh(?:ed|s|ing) (?:at|about)|made? fun|sneer\w*|contempt\w*|dismissive\w*
  condescen\w+|disrespect\w*|belittl\w*|insult\w*|lazy|stupid|idiots?|morons?|dumb|useless|trash|dirt|crazy|lunatics?|cows|sheep|units
  drama queens?|roll(?:s|ed|ing)? (?:his|her|their) eyes|eye.?rolling|smirk\w*|swore|swears|cursed|yell\w*|shout\w*|scream\w*|barked|icy
  snid\w+|gossip\w*|arrogan\w+|looks? down on|talks? (?:down )?to (?:us|them|people|patients|grown \w+) like|sarcas\w+|harsh\w*|demean\w*
  at the expense of|bad-?mouth\w*|late|lateness|tard(?:y|ies|iness)|no-?show\w*|absen(?:t|ce|ces|teeism)|call-?outs?|called (?:out|off|in sick)
  missed|misses|overslept|unreliab\w+|disappear\w+|(?:never|did not|didn't) show(?:ed)? up|kept (?:us|me|\w+) waiting|left early|final warning
  comes and goes|no call|uncovered|past the hour|attendance (?:was|is) (?:poor|a mess)|(?:lost|lose) \w* ?jobs? over|skip\w*|ignor\w+
  shortcuts?|cut(?:s|ting)? (?:a |the )?corners?|reus\w+|bypass\w*|silenc\w+|shut(?:s)? off|turn(?:s|ed) off|careless\w*|sloppy|unsafe\w*
  reckless\w*|wrong|unlabeled|unattended
  without (?:check\w*|wash\w*|glov\w*|reading|verif\w*|look\w*|ask\w*|tell\w*|consent|a (?:mask|gown|second|witness)|scann\w*|label\w*|identif\w*|a car seat)
  (?:doesn't|didn't|don't|won't|never) (?:bother\w*|recheck\w*|check\w*|wash\w*|scan\w*|verif\w*|label\w*|report\w*|wear\w*|look\w*|clean\w*|count\w*|glov\w*)
  borrowed gloves|same gloves|recap\w*|charts? ahead|fast and loose|signed? (?:off )?(?:for|in) |in a hurry|alone in|standing alone|quicker
  saves? time|time saver|looks? (?:fine|clean)|tears the fingertip|post(?:s|ed|ing)? (?:a |the |his |her |pictures?|photos?|videos?|on|about)
  screenshots?|forward(?:ed|s)|named? (?:the|a|two|names)|by (?:first |full |last )?name|out loud|surname
  names? (?:across|still|visible|readable|plainly)|readable|visible|left (?:\w+ ){0,4}(?:open|unlocked|up|lying|taped)|looked up|snoop\w*
  peek\w*|leak\w*|breach\w*|sold|texted|in the (?:elevator|cafeteria|hallway)
  tiktok|instagram|facebook|podcast|snapchat|gmail|chatgpt|social media|password|interrupt\w*
  talk(?:s|ed|ing)? (?:right |straight )?(?:over|through|across)|spoke over|cut(?:s|ting)? (?:me|him|her|us|them|people|everyone|\w+ \w+) off
  lectur\w+|rambl\w+|monologue\w*|distract\w+|scroll\w+|headphones|earbuds?
  (?:answered|answers) (?:a |the |\w+ )?(?:different |wrong )?questions? i (?:hadn't|didn't)|finish(?:es|ing|ed) my (?:questions?|sentences?)
  in one ear|tun(?:es|ed) out|(?:not|n't) (?:listen\w*|hear|heard|let me|let us)|never (?:listen\w*|heard|let me|let us)|word in|twice to
  answered (?:her|his) phone|checked (?:her|his) (?:phone|watch)|looked at (?:her|his) (?:phone|watch)|butt(?:s|ed) in|defensive\w*
  snapp(?:ed|y)|argu(?:ed|es|ing|ment|ments)|huff\w*|sulk\w*|brist\w+|(?:cross|fold)(?:ed|s|ing) (?:his|her) arms|crossed arms|hard stare
  glar(?:ed|ing)|red in the face|burst out|storm(?:ed|s) (?:out|off)|slamm\w+|tears and|blew up|wasn't qualified|irritat\w+|annoy\w+|rejected
  whatever you say|bristl\w+|took it personally|one opinion|can't (?:be told|tell (?:him|her) anything)|shut the folder|walked out|picks on
  attack|wouldn't (?:let it go|hear)|exaggerat\w+|inflat\w+|padded|pads|embellish\w*|overst\w+|oversold|puffed|lied|lies|lying|liar
  fak(?:e|ed|es|ing)|false\w*|falsif\w+|forg(?:ed|ery|ing)|invent(?:ed|s)|made(?: it)? up|altered|back-?dat\w+
  couldn't (?:name|explain|produce|say|point)|no (?:answer|record)|brag\w*|boast\w*|suspended|revoked|lapsed|expired
  never (?:happened|graduated|passed|sat|finished)|took credit|misle\w+|cheat\w*|bought|(?:doesn't|didn't|don't) (?:match|add up|exist)
  means census was flat|turned out to be|claims? to have|conceded|rests on|fired|let go|written up|write-ups?|complaints?|settlements?|died
  killed|coded|bled|drown\w*|hospitalized|intubated|drunk|alcohol|stole\w*|stealing|pocket\w+|divert\w+|grop\w+|harass\w*|sexual\w*
  refus(?:es|ed)|horrif\w+|appall\w+|unprofession\w+|offensive|enemy|complain(?:s|ed|ing)
`

/** Actions that reflect well on people. */
const GOOD = String.raw`
  thank(?:ed|s|ful)?|grateful\w*|graci\w+|apologi[sz]\w*|sorry|own(?:s|ed|ing)? (?:it|up|the|that|her|his)
  my (?:hands|mistake|fault|bad|plan|error)|on (?:me|her|him),? (?:she|he) said|responsib\w+|accountab\w+|no excuses?
  should(?:'ve| have) (?:called|checked|had|caught|asked)|i (?:missed|signed|double-booked|didn't read|should|fixed|called)|respect\w*
  kind(?:ly|ness)?(?! (?:of|who|to|that|word))|warm\w*|gentle\w*|polite\w*|courte\w+|compassion\w*|sympathy|dignity|patient with|greets
  holds? (?:every )?patient'?s?'? hand|like (?:kings|senators|people|family)|by their names?|names? of the people|punctual\w*|on time|early
  reliab\w+|dependab\w+|always first|first in|ahead of|before (?:six|seven|me|us|anyone)|spotless|flawless\w*|perfect|set your watch|shows up
  opens? (?:up|the unit)|meets every|available|beat me|rain or shine|careful\w*|cautious\w*|double-?check\w*|checks? (?:every|two|the|both|it)
  verif\w+|wiped?|wash(?:es|ed)|counts?(?: the)?|brakes|every (?:single )?time|aloud|by the book|stopped (?:a|the|it)|out loud,
  safe(?:ly|ty files?)?|clean|discre\w+|private\w*|left (?:the )?names? out|anonym\w+|made up a name|tight-?lipped|closed the|turned the screen
  screen filters|keeps? quiet|by number|asked the family first|stays? in (?:them|there)|listen(?:s|er|ed|ing)?
  hears? (?:you|what|them|people|me)|heard (?:me|you|every\w*)|attentive\w*|repeat(?:s|ed) (?:back|my|the|word)|reflected back
  read everything back|waited|let (?:me|the|them) (?:finish|be|tell)|silences|word for word|caught every|landed|follow-up question
  answered the question i|eye contact|took (?:it|my|notes)|wrote it down|writes? it down|asked (?:what|how|for|me to|the tech)
  asks (?:for|to be|residents|what)|say more|laughed and said|good catch|was right|grin|useful thing|coach(?:ed|able)|receptive|open to
  humbl\w+|takes? it well|likes? being|learned|corrected (?:it|me|herself|himself)|improv\w+|better|self-aware|honest\w*|candid\w*
  straight(?: out|forward)?|modest\w*|accurate\w*|exactly true|match(?:es)? to|checks? out|document behind|volunteered|carried the|plainly
  frank\w*|take credit|transparent|best|excellent|favorite|adore\w*|praises?|lovely|well|admire\w*|impress\w+|clean(?: as)?|good
`

const NEGATING =
  /(?:^|[\s"“(])(?:not|never|no|none|nobody|nothing|nor|neither|without|hardly|rarely|seldom|barely|zero|[a-z]+n't|cannot|yet to|far from|least|opposite|refus\w+|sooner|rather|free of|instead of|stopped|doesn't occur)(?=[\s,])/gu
const STOPS = /[,.;:!?—–]|\b(?:but|yet|though|although|however|except|until|unless|while|because|and then|so)\b/gu
const REACH_WORDS = 7

/** Each line is part of a single alternation. */
const matcher = (lines: string) => new RegExp(String.raw`\b(?:${lines.trim().split(/\n\s*/u).join('|')})\b`, 'gu')
const [BAD_WORDS, GOOD_WORDS] = [matcher(BAD), matcher(GOOD)]
/** Already bad because of its own negation, so it isn't reversed again. */
const WITH_NEGATION = /^(?:without|never|no|did|does|do|will|would|could|was|not|n't)\b|n't\b/u

/**
 * Returns how much supports the red flag and how much favors the candidate. Counts words for bad and good actions, each reversed by a preceding
 * negation.
 */
export function valenceOf(text: string): { bad: number; good: number } {
  const plain = plainly(text)
  const sum = { bad: 0, good: 0 }
  const add = (words: RegExp, [usual, turned]: ['bad' | 'good', 'bad' | 'good']) => {
    for (const match of plain.matchAll(words)) sum[!WITH_NEGATION.test(match[0]) && isNegated(plain, match.index) ? turned : usual] += 1
  }
  add(BAD_WORDS, ['bad', 'good'])
  add(GOOD_WORDS, ['good', 'bad'])
  return sum
}

export function isNegated(plain: string, at: number): boolean {
  const before = plain.slice(0, at)
  const last = [...before.matchAll(NEGATING)].at(-1)
  if (!last) return false
  const between = before.slice(last.index + last[0].length)
  return !between.replace(/^,/u, '').match(STOPS) && between.trim().split(/\s+/u).length <= REACH_WORDS
}
