import type { GraveKind } from '#contract/red-flags/grave.ts'
import { exclusionsOf, plainly } from './cues.ts'

/** All of a sign's patterns must appear in the sentence, in any order. The first describes the action, which must not be denied. */
type Signal = [deed: RegExp, ...beside: RegExp[]]

const PATIENT = String.raw`(?:patients?|residents?|clients?|baby|babies|newborn|infant|child|kid|toddler|mother|mom|grandmother|man|woman|gentleman|lady|widow|family)`
const NEAR = String.raw`[^.;]{0,40}?`
const words = (pattern: string) => new RegExp(String.raw`\b(?:${pattern})\b`, 'gu')

const FAULT = words(
  String.raw`ignor\w+|wrong|mistak\w+|left|hung|forgot\w*|skip\w*|silenc\w+|missed|(?:ten|twice|double|five|three) times|tenfold|overdos\w*|told (?:nobody|no one)|never (?:told|called|reported|checked|recheck\w*|answered)|(?:did|was|had)n't|against|without|refus\w+|because (?:he|she)|turned (?:off|away)|shut off|order(?:ed|s)|gave|charted nothing|no one was told|eleven times|kept|while (?:he|she)`,
)
const RECORD = words(
  String.raw`charts?|charted|charting|notes?|mar|logs?|records?|qc|time ?cards?|time ?sheets?|vitals?|signatures?|entry|entries|consents?|visits?|claims?|dates?|competenc\w+|mileage|waiting list|wait ?list|documentation|inspections?|temperatures?|rounds|checks|crossmatch\w*|counts?|results?|hours|invoices?|bills?|billing`,
)
const LICENSE = words(
  String.raw`licen[sc]\w+|certificat\w+|certified|diplomas?|degrees?|ph\.?d|transcripts?|registration|registered|credentials?|cpc\w*|rhit|ascp|npi|dea number|number|fellowships?|residenc(?:y|ies)|boards?|nursing school|graduated|university|college|school|resume|cv|references?`,
)
const PRIVATE = words(
  String.raw`${PATIENT}(?:'s?)?|charts?|records?|files?|psych\w*|hiv|std|mrns?|x-?rays?|ct|mri|scans?|wristbands?|names?|(?:test )?results?|diagnos\w+|addresse?s?|donor\w*|admissions?|abdomen|wounds?|victims?|phone numbers?|labs?|case|monitor|affair|h&p|op notes?|patient notes|(?:progress|his|her|session) notes|evals?|extract|(?:discharge )?summar\w+|referrals?|requisitions?|faces?|eyes|moms|graduates|initials|prescription|letters of medical|head`,
)
const DRUGS = words(
  String.raw`oxycodone|oxy|fentanyl|morphine|propofol|hydromorphone|dilaudid|ketamine|opioids?|opiates?|narcotics?|narcs|controlled|percocets?|vicodin|norcos?|adderall|ativan|lorazepam|xanax|midazolam|versed|pills?|vials?|syringes?|samples|tramadol|benzos?|sedatives?|drugs?|medications?|meds|waste|cocaine|meth|heroin|marijuana|weed|cannabis`,
)

const SIGNALS: Record<GraveKind, Signal[]> = {
  harm: [
    [
      words(
        String.raw`died|dead|death|coded|bled (?:out|to death)|never woke|drown\w*|aspirat\w+|intubated|hospitalized|transfused|amputat\w+|sepsis(?! bundle)|septic|arrest(?:ed)?|brain[- ](?:dead|damage\w*)|(?:broke|fractur\w+) \w+ (?:hip|arm|leg|neck|jaw)|burn(?:ed|s)|had to be operated|operated on again|back to surgery|lost (?:a|an|the|his|her) (?:leg|arm|foot|eye|kidney|baby|pregnancy)|seiz(?:ed|ure)|autopsy|icu|nearly (?:died|drowned|choked)|paralyzed`,
      ),
      FAULT,
    ],
    [
      words(
        String.raw`(?:slap|hit|struck|strik|punch|kick|shov|drag|chok|yank|shook|spit|spat|burn|grabb|tied|tie|strap)\w*${NEAR}${PATIENT}|tied (?:her|him|them) (?:to|up|down)|rough(?:ed)? (?:up|with (?:a|the) ${PATIENT})|abus(?:ed|es|ing)${NEAR}${PATIENT}`,
      ),
    ],
    [
      words(
        String.raw`(?:left|leaves|leaving|abandon\w*)${NEAR}${PATIENT}${NEAR}(?:alone|unattended|on the floor|in (?:the|a) (?:tub|bath|shower|car|hall(?:way)?)|on the toilet|soiled|unmonitored)`,
      ),
    ],
    [
      words(
        String.raw`(?:gave|hung|operat\w+|inject\w+|transfus\w+|administer\w+|releas\w+|cut|remov\w+|infus\w+)${NEAR}(?:wrong|someone else's|another (?:patient|resident)'s|expired|ten times)`,
      ),
      words(String.raw`told (?:nobody|no one)|nothing|without telling|didn't|never|hid|finished|laugh\w*|shrug\w*|covered|kept quiet`),
    ],
    [words(String.raw`patients? (?:was|were|got|is) (?:harmed|hurt|injured)|harmed a patient|neglect(?:ed|ing) (?:a |the |his |her )?${PATIENT}`)],
  ],
  exposure: [
    [
      words(
        String.raw`instagram|facebook|tiktok|snapchat|twitter|youtube|podcast|whatsapp|group chats?|social media|chatgpt|chatbots?|an? ai (?:site|tool)|online|reddit|blog|livestream\w*|gmail|personal (?:email|phone|account|laptop)`,
      ),
      PRIVATE,
    ],
    [
      words(
        String.raw`post(?:ed|s|ing)|upload\w*|forward(?:ed|s)|texted|texts|e-?mailed|sold|sells|leak\w*|photograph(?:ed|s)|screenshot\w*|film(?:ed|s)|past(?:ed|es)|sent|faxed|gave out|handed out|took (?:a )?(?:photos?|pictures?|selfies?)`,
      ),
      PRIVATE,
      words(
        String.raw`names?|sister|brother|wife|husband|mother|friends?|boyfriend|girlfriend|coworkers?|reporters?|press|lawyers?|outside|passed around|(?:own|personal) phone|dollars?|money|identif\w+|readable|visible|birth|face|faces`,
      ),
    ],
    [
      words(
        String.raw`(?:opened|opens|opening|looked (?:up|at|in|into)|looks? up|looking up|pulled up|accessed|accessing|peek\w*|snoop\w*|browsed|went in(?:to)?|got into|read)${NEAR}(?:(?:ex|neighbor|wife|husband|sister|brother|coworker|celebrity|boss|friend|cousin|girlfriend|boyfriend|mother-in-law|daughter|famous|politician)[\w-]*(?:'s)?|records? (?:of people|out of curiosity))${NEAR}(?:charts?|records?|files?|labs?|results?|admission)?`,
      ),
      words('charts?|records?|files?|labs?|results?|admission|system|ehr|epic'),
    ],
    [
      words(String.raw`(?:read|reads|called|calls|said|told|tells|announc\w+|shout\w+|discuss\w+|gossip\w*|shar\w+|mention\w*|blurt\w*)`),
      words(
        String.raw`hiv|stds?|diagnos\w+|psych\w*|affair|positive|abortion|results?|overdose|donor\w*|transplant|received the|appointments|condition|mental`,
      ),
      words(
        String.raw`out loud|aloud|by name|(?:with|using) (?:his|her|the|their) (?:full )?names?|surname|to (?:the|his|her|a) (?:wife|husband|neighbor|friend|sister|mother|reporter|press)|the (?:man|woman|patient)'s (?:wife|husband|mother|boss|employer)|(?:at|in) the (?:desk|grocery|bar|church|gym|store|lobby|elevator|cafeteria|line|parking)|address|donor's family|family who`,
      ),
    ],
    [
      words(
        String.raw`names?${NEAR}(?:visible|readable|taped|pinned|posted|across the top|plainly|for (?:all|everyone))|(?:taped|pinned|posted|left)${NEAR}names?|(?:left|leaves)${NEAR}(?:charts?|records?|lists?|laptop)${NEAR}(?:bus|train|car|bar|cafe|restaurant|wall|public)`,
      ),
    ],
    [words('peek\\w*|snoop\\w*'), words(String.raw`charts?|boards?|records?|system|why (?:he|she|they) (?:was|were) in`)],
    [
      words(String.raw`photographed|photographs?|photos?|pictures?|selfies?|films|scans?|x-?rays?`),
      words(String.raw`${PATIENT}(?:'s)?|wristbands?|faces?|eyes|names?`),
      words(String.raw`(?:own|his|her|private) (?:phone|telephone)|camera roll|slides?|deck|public|(?:show(?:ed|s)?) (?:us|me|the panel)`),
      words(String.raw`names?|faces?|eyes|wristbands?|readable|recogni[sz]\w+|visible`),
    ],
  ],
  dishonesty: [
    [
      words(
        String.raw`suspended|revoked|surrendered|lapsed|expired|fake[sd]?|faking|forg(?:ed|ing|ery)|false(?:ly)?|bought|borrowed|altered|photoshop\w*|invented|made(?: \w+){0,2} up|belongs? to (?:another|someone|a|his|her)|dead (?:man|woman|nurse|person)'s|(?:never|not|didn't) (?:graduate\w*|sat|sit|attend\w*|happen\w*|issued|held)|never (?:passed|finished)|(?:doesn't|does not|didn't) exist|no (?:record|such)|diploma mill|sells? (?:them|degrees)|selling certificates|someone else's|stole\w*|under (?:another|a different|a false) name|concealed|hid (?:a|the|his|her)`,
      ),
      LICENSE,
    ],
    [
      words(
        String.raw`back-?dat\w+|falsif\w+|forg(?:ed|es|ing|ery)|alter(?:ed|s|ing)|fabricat\w+|made(?: \w+){0,2} up|makes? up|invent(?:ed|s|ing)|deleted|erased|chang(?:ed|es) (?:the )?(?:dates?|times?|charts?|records?|numbers?|entr\w+)|filled in|backfill\w*|doctor(?:ed|s)|fak(?:ed|es|ing)|(?:in|with) (?:one pen|(?:his|her|a|the|someone(?: else)?'?s?) (?:preceptor|supervisor|colleague|coworker|doctor|physician|nurse|partner|boss)\w*'s name)|(?:he|she|they) (?:hadn't|had not|never) (?:run|done|taken|took|seen|saw|cycled|made|perform\w*|measured|counted)|signs? for (?:others|coworkers|people)|charts? (?:vitals|rounds|checks|meds) (?:from|ahead|without)|never (?:took place|happened)|billed for`,
      ),
      RECORD,
    ],
    [
      words(
        String.raw`(?:registry|registrar|licensing board|state board|board of nursing|university|college)[^.;]{0,50}\b(?:has no|have no|no (?:record|enrollment|application|such)|nothing|never|lists a lapsed|lapsed|revoked)|(?:is|was|isn't) (?:not )?in the registry`,
      ),
    ],
    [
      words(String.raw`sign(?:ed|s)?|initial(?:ed|s)|logg?(?:ed|s)|chart(?:ed|s)|document(?:ed|s)|enter(?:ed|s)|put in`),
      words(String.raw`checks?|checklists?|counts?|vitals|logs?|pm|seal|doses?|temperatures?|rounds|blood pressures?|forms?|x-?rays?|assessments?`),
      words(
        String.raw`(?:he|she|they) (?:hadn't|had not|never)|for next (?:week|month|shift)|ahead of time|as (?:correct|done|checked|normal)|although|physiologic|without (?:doing|looking|checking|taking)|from (?:her|his) (?:car|desk|chair)`,
      ),
    ],
  ],
  harassment: [
    [
      words(
        String.raw`sexual\w*|grop\w+|harass(?:ed|es|ing)|fondl\w+|rubb\w+ (?:up )?against|kissed|propositioned|stalk\w+|leer\w*|nudes?|explicit|slurs?|the n-word|racist|racial (?:jokes?|remarks?)|call(?:s|ed|ing)?[^.;]{0,30}sweethearts?|(?:about|at) (?:his|her|their) (?:body|bodies|breasts|figure)|catcall\w*|(?:unwanted|inappropriate(?:ly)?) (?:touch\w*|advances?|comments?|texts?)|touch(?:ed|es|ing)? (?:\w+ ){0,2}(?:inappropriately|students?|aides?|nurses?|coworkers?|women)|(?:relationship|affair|sex) with (?:a|an|his|her|one of (?:his|her)) (?:patients?|clients?|students?|residents?|former patient)|slept with (?:a|an|his|her) (?:patient|client|student|resident)|nice to him|threaten(?:ed|s|ing)? (?:to |a |the |her |his |him |them |an )|restraining order|bull(?:ied|ies|ying) (?:a|the|his|her|junior|new|younger)|lewd|obscene|pinned (?:her|him)|cornered (?:a|an|the|her|him|two|female|young)|throws (?:instruments|things|a scalpel)|threw (?:a scalpel|an instrument|a chart|instruments) at`,
      ),
    ],
  ],
  drugs: [
    [
      words(
        String.raw`divert(?:ed|s|ing)|pocket(?:ed|s|ing)?|stole|steals?|stealing|stolen|palm(?:ed|s|ing)|siphon\w*|swallow\w*|inject(?:ed|s|ing)|snort\w*|tamper\w*|(?:took|take|takes|taking|keep\w*|kept|used?|using|wrote|writes?|prescrib\w+|order(?:ed|s)|calls? in|called in)${NEAR}(?:home|himself|herself|him|half|from (?:a|the|his|her|work)|scripts?|for (?:him|her)self)|(?:in|inside) (?:his|her) (?:locker|bag|car|pocket|purse|backpack)|replac\w+${NEAR}(?:saline|water)|missing from|sold|selling|under a (?:coworker|colleague|friend|false)\w*|found on (?:him|her)|short (?:every|each|on)`,
      ),
      DRUGS,
    ],
    [
      words(
        String.raw`smell(?:ed|s|ing)? (?:strongly )?(?:of|like) (?:alcohol|beer|wine|whiskey|vodka|liquor|weed|marijuana|booze)|slurr(?:ed|ing)|intoxicated|(?:was|were|came|come|comes|showed up|arrived|worked|been|reported|sent home|being) (?:in |to work |to a shift |for )?(?:\w+ )?(?:drunk|high|hungover|impaired|stoned)(?! (?:school|patient|driver|dose|on))|(?:drank|drinks|drinking) (?:at work|on (?:shift|duty|the job|call)|before (?:a |his |her )?shift|in (?:the|his|her) (?:car|break room))|passed out|nodd(?:ed|ing) off from|under the influence`,
      ),
    ],
    [
      words(
        String.raw`(?:tested|tests?|came back|screened|screen|came up) positive|positive (?:drug |urine )?(?:test|screen)|failed (?:\w+ )?(?:drug|urine|tox\w*)${NEAR}(?:test|screen)s?`,
      ),
      words(String.raw`drugs?|urine|tox\w*|cocaine|meth\w*|opiates?|opioids?|fentanyl|marijuana|thc|cannabis|alcohol|heroin|amphetamines?|benzos?`),
    ],
  ],
}

/** Measures to prevent the conduct rather than the conduct itself. */
const PREVENTION =
  /\b(?:training|module|policy|prevention|names? out|left out|leaves? out|awareness|screening program|committee|hotline|diversion (?:officer|program|team))\b/u

/**
 * Returns the kind of severe conduct by the candidate that a sentence plainly names, if any. Past conduct is still severe. For other wordings, the
 * trained heads decide.
 */
export function graveIn(text: string): GraveKind | null {
  const plain = plainly(text)
  if (PREVENTION.test(plain) || exclusionsOf(text).some((reason) => reason !== 'past')) return null
  const kinds = Object.keys(SIGNALS) as GraveKind[]
  return kinds.find((kind) => SIGNALS[kind].some((sign) => hasSignal(plain, sign))) ?? null
}

function hasSignal(plain: string, [deed, ...beside]: Signal): boolean {
  return [...plain.matchAll(deed)].some((match) => !isNegated(plain, match.index)) && beside.every((pattern) => plain.search(pattern) >= 0)
}

const NEGATING =
  /(?:^|[\s"“(])(?:not|never|no|none|nobody|nothing|nor|neither|without|hardly|rarely|seldom|barely|zero|[a-z]+n't|cannot|yet to|far from|least|opposite|refus\w+|sooner|rather|free of|instead of|stopped|doesn't occur)(?=[\s,])/gu
const STOPS = /[,.;:!?—–]|\b(?:but|yet|though|although|however|except|until|unless|while|because|and then|so)\b/gu
const REACH_WORDS = 7

function isNegated(plain: string, at: number): boolean {
  const before = plain.slice(0, at)
  const last = [...before.matchAll(NEGATING)].at(-1)
  if (!last) return false
  const between = before.slice(last.index + last[0].length)
  return !between.replace(/^,/u, '').match(STOPS) && between.trim().split(/\s+/u).length <= REACH_WORDS
}
