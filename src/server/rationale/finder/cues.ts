/**
 * Determines whose action a sentence describes and whether it happened, based on NegEx and ConText (Chapman et al., 2001; Harkema et al., 2009),
 * which detect negation, experiencer, hypothesis and time from trigger words. This doesn't judge what's bad; it only detects when a sentence can't be
 * taken at face value.
 */
const PERSON = String.raw`(?:he|she|they|(?:the )?(?:candidate|applicant)|this (?:man|woman))`
const IN_IT = new RegExp(String.raw`\b${PERSON}\b`, 'u')
const SOMEONE = String.raw`(?:(?:\w+ )?(?:colleagues?|coworkers?|co-workers?|partners?|boss|supervisors?|managers?|directors?|attendings?|surgeons?|physicians?|doctors?|pathologist|chief|roommate|vendor|reps?|cousin|sister|husband|wife|lead|leader|crew|shift|agency|consultant|travelers?|temp|chaplain|clerk|educator|principal|nurses?|aides?|techs?|residents|interns|students?|judges|officers|police|fire guys|orderlies|staff|owner|panelists?|board member|administrator|receptionist|scheduler|unit|group|team|families|parents|dispatch|corporate|hospital|clinic|office|school))`
const SAYS = String.raw`(?:says?|said|told|wrote|calls?|called|describ\w+|reports?|reported|mentioned|mentions|remembers?|confirmed|complained|put it|laughed|recalls?|insists?|claims?|noted|warned|admits?|saw|caught|filed|found)`

/** Reasons a sentence isn't evidence of an action, however it sounds. */
const NOT_PROOF: Record<string, RegExp> = {
  question: /\?["'”’)]*$/u,
  condition:
    /^(?:and )?(?:if (?!\w+(?: \w+){0,3} (?:was|were) wrong)|unless|had (?!(?:his|her|their|a|an|the|no|to)\b)|were|should|suppos\w+|provided|assuming|even if)\b|\b(?:would|could|might|may)\b[^.;"”]*\b(?:if|unless)\b|\b(?:if|unless|provided that|assuming)\b[^.;]*\b(?:would|could|might|'d|we'd|issue|is true|was(?:n't)? (?:a |exaggerat|meant))/u,
  plan: /\b(?:plans?|planning|intends?|hop(?:es?|ing)|wants|would like|is going to|(?:he|she|they)'(?:s|re) (?:going|trying|buying|agreed)|promises|means|agreed|signed up|looking|willing) (?:to|for|on|that|a|an|the)\b|\b(?:next time|sitting the|will (?:be|take|do|move|retake|roll|start|finish)|(?:he|she|they)'ll (?:be taking|take|sign|move|retake|be))\b/u,
  hedge:
    /\b(?:maybe|perhaps|possibly|unclear|unsure|(?:not|wasn't|isn't|aren't) (?:sure|clear)|hard to (?:say|tell|pin)|(?:i |we |honestly |really )(?:couldn't|can't|cannot) (?:really |honestly )?(?:tell|say|decide|establish|follow|put my finger)|i (?:guess|suppose|suspect|sensed)|i don't know|either way|could (?:be|have been)|may (?:or may not|be|have)|might|seemed? (?:to|high|low|fine)|could be heard)\b/u,
  past: /\b(?:used to|no longer|anymore|since then|from then on|ever since|(?:has|have)n't (?:done|been|happened)[^.;]* since|(?:years|year) (?:ago|back)|back then|early (?:on|in)|in (?:his|her|their) (?:teens|twenties|first year|youth)|as a (?:student|resident|young|new)|these days|in grad school|(?:he|she|they) once|(?:he|she|they)'d (?:once|been)|was once)\b/u,
}
const OURS =
  /^(?:\w+ of )?(?:our|we|us|(?:half )?(?:the|our) panel(?:ists?)?|(?:the|our) (?:interview|room|job posting|posting|ad|benefits page|company|hospital|lunch bell|website)|fire drill)\b/u
const MINE = /^(?:my|i|i'm|i've|i'd)\b/u
const OTHERS = [
  new RegExp(
    String.raw`^(?:it was )?(?:the|a|an|another|one|some|his|her|their|both|two|every|somebody|someone|everyone|apparently)\b ?(?:of )?(?:(?:his|her|their|the) )?(?:[\w-]+ ){0,2}?${SOMEONE}\b(?! ${SAYS})`,
    'u',
  ),
  new RegExp(String.raw`^(?:somebody|someone|everyone|everybody|people|nobody|${SOMEONE})\b(?! ${SAYS})`, 'u'),
  /\b(?:about|described|describes|mentioned|how) (?:a|an|the|his|her) [\w ]{0,24}?(?:who|that|yelling|calling|whose)\b/u,
  /\b(?:not|no) (?:his|her|their) (?:doing|fault)\b|\b(?:it's|it is|was) not (?:him|her|them)\b|\bagainst (?:his|her|their) advice\b/u,
  /\b(?:he|she|they)(?:'s|'d|'re)? (?:the one who )?(?:reported|refused|flagged|stopped|found|caught|resigned|walked out|asked them|put a stop|wrote it up|wouldn't|hated|couldn't stand|thought that was|said it made)\b/u,
]

export type Exclusion = keyof typeof NOT_PROOF | 'others' | 'ours'
/** Sentences usually have a few hundred characters. Longer ones are read only up to this length, so they can't tie up the finder. */
const MAX_LENGTH = 1_000
export const plainly = (text: string) => text.slice(0, MAX_LENGTH).toLowerCase().replace(/[‘’ʼ]/gu, "'").replace(/\s+/gu, ' ').trim()

/** Returns why the sentence proves nothing about the candidate; empty if there's no reason to doubt it. */
export function exclusionsOf(text: string): Exclusion[] {
  const plain = plainly(text)
  const exclusions: Exclusion[] = Object.keys(NOT_PROOF).filter((reason) => NOT_PROOF[reason]!.test(plain))
  if (OURS.test(plain) || /^i'm afraid i\b/u.test(plain)) exclusions.push('ours')
  else if (MINE.test(plain) && !IN_IT.test(plain)) exclusions.push('ours')
  if (OTHERS.some((pattern) => pattern.test(plain))) exclusions.push('others')
  return exclusions
}

/** How much less a sentence about someone else counts: one that doesn't mention the candidate hardly counts at all. */
const [LESS, LEAST] = [1, 4]
export function awayFromCandidate(text: string): number {
  if (!exclusionsOf(text).some((reason) => reason === 'others' || reason === 'ours')) return 0
  return IN_IT.test(plainly(text)) ? LESS : LEAST
}

const DENIED =
  /\b(?:not|never|no|none|nobody|nothing|nor|neither|without|hardly|rarely|seldom|barely|zero|[a-z]+n't|cannot|yet to|far from|anything but|least|opposite|sooner|rather)\b/u
export const hasDenial = (text: string) => DENIED.test(plainly(text))

const DENIES = /^(?:not|never|no|none|nobody|nothing|nor|neither|without|hardly|rarely|seldom|barely|zero|lacks?|\p{L}+n't|cannot|refus\p{L}+)$/u
const TURNS = /^(?:but|yet|though|still|however)$/u
const ENDS = /^(?:but|however|yet|though|although|except|until|unless|while|because|[.;:!?—–,])$/u
const REACH = 8

/** Returns the words in the scope of a denial and those after a "but", each with its own marker. */
export function wordsInScope(plain: string): string[] {
  const words = plain.replace(/\d+/gu, '#').match(/[\p{L}#]+(?:'\p{L}+)?|[?!"“:.,;—–]/gu) ?? []
  const marked: string[] = []
  let left = 0
  let isTurned = false
  for (const word of words) {
    if (ENDS.test(word)) left = 0
    else if (left-- > 0) marked.push(`¬${word}`)
    if (DENIES.test(word)) left = REACH
    if (isTurned) marked.push(`>${word}`)
    isTurned ||= TURNS.test(word)
  }
  return marked
}
