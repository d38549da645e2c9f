import type { Applicant } from './applicant.ts'
import type { OddAnswer } from '#demo/cast.ts'
import { deckOf, fillSlots, randomFrom } from './random.ts'
import type { RoleKey } from '#demo/roles.ts'
import { CARE_STORIES, CLOSERS, LESSONS, ODD, OPENERS, REASONS, REFLECTIONS, SHORT_PROUD, SHORT_WHY } from '#demo/texts/shared.ts'
import { TRADES } from '#demo/texts/trades.ts'

/** Keyed by `question_name`; null means the answer was left empty. */
export type Answers = Record<string, string | null>

/**
 * Returns a function that writes one applicant's answers at a time. Texts are dealt like cards, so neighboring applicants don't have the same ones.
 */
export function answerDecks(): (applicant: Applicant) => Answers {
  const random = randomFrom(20_261)
  const shared = {
    opener: deckOf(random, OPENERS),
    reason: deckOf(random, REASONS),
    closer: deckOf(random, CLOSERS),
    lesson: deckOf(random, LESSONS),
    reflection: deckOf(random, REFLECTIONS),
    care: deckOf(random, CARE_STORIES),
    shortWhy: deckOf(random, SHORT_WHY),
    shortProud: deckOf(random, SHORT_PROUD),
  }
  const byRole = new Map(
    Object.entries(TRADES).map(([role, trade]) => [role as RoleKey, { why: deckOf(random, trade.why), proud: deckOf(random, trade.proud) }]),
  )
  return (applicant) => {
    const isShort = applicant.random.chance(0.16)
    const decks = { ...shared, ...byRole.get(applicant.role)! }
    const said = { ...short(applicant), ...(isShort ? brief(applicant, decks) : storyAnswers(applicant, decks)) }
    return { ...said, ...odd(applicant) }
  }
}

type Draw = () => string
type Decks = Record<'opener' | 'reason' | 'closer' | 'lesson' | 'reflection' | 'care' | 'shortWhy' | 'shortProud' | 'why' | 'proud', Draw>

function short({ first, last, email, linkedin, quirk, random }: Applicant): Answers {
  const agrees = (share: number) => (random.chance(share) ? 'Yes' : 'No')
  return {
    first_name: first,
    last_name: last,
    email,
    linkedin_profile_url: linkedin,
    require_sponsorship: quirk.sponsorship ? 'Yes' : 'No',
    opt_in_legally_authorized: quirk.sponsorship ? 'No' : agrees(0.95),
    startup_previously: agrees(0.35),
    recent_role_tenure: String(random.pick([0, 3, 7, 9, 11, 14, 18, 20, 22, 26, 31, 36, 40, 44, 52, 60, 75, 98])),
    opt_in_background_check: agrees(0.9),
    opt_in_updates: agrees(0.6),
  }
}

function storyAnswers({ random, slots }: Applicant, { opener, reason, closer, lesson, reflection, care, why, proud }: Decks): Answers {
  const reasons = random.pick([[why], [why, reason], [why, reason], [why, why, reason]]).map((draw) => draw())
  const parts = [random.chance(0.75) ? opener() : '', ...reasons, random.chance(0.75) ? closer() : '']
  const story = [proud(), random.chance(0.45) ? reflection() : '', random.chance(0.5) ? lesson() : '']
  return {
    why_this_role: fillSlots(joined(parts, random.chance(0.3) ? '\n\n' : ' '), slots),
    proudest_work: fillSlots(joined(story, random.chance(0.3) ? '\n\n' : ' '), slots),
    care_story: random.chance(0.78) ? care() : null,
  }
}

function brief({ random, slots }: Applicant, { shortWhy, shortProud, care, proud }: Decks): Answers {
  return {
    why_this_role: shortWhy(),
    proudest_work: random.chance(0.6) ? shortProud() : fillSlots(proud(), slots),
    care_story: random.chance(0.3) ? care() : null,
  }
}

function odd({ quirk }: Applicant): Answers {
  const text = (odd: OddAnswer) => (odd === 'none' ? null : ODD[odd])
  return Object.fromEntries(Object.entries(quirk.answers ?? {}).map(([question_name, which]) => [question_name, text(which)]))
}

function joined(parts: string[], between: string): string {
  return parts.filter((one) => one !== '').join(between)
}
