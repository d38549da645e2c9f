import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INITIAL_BRAND } from '#contract/brand/brand.ts'
import type { OwnApplication } from '#contract/candidate/candidate.ts'
import { NO_FILTERS } from '#contract/openings.ts'
import type { PageView } from '#contract/pages.ts'
import { confirmationEmail } from '#server/applications/confirmation/confirmation-email.ts'
import { draftEmail } from '#server/applications/drafts/save-draft.ts'
import { confirmAddressEmail, linkEmail } from '#server/candidate/emails.ts'
import { siteOf } from '#server/careers/pages/site.ts'
import type { Env } from '#server/env.ts'
import { plainLetterhead } from '#server/mail/layout.ts'
import { interviewEmails, pagesAfterApplying, OWN } from '#test/api/candidate-pages.ts'
import { ask, ROLE } from '#test/setup/public-pages.tsx'
import { renderPage } from '#web/pages.tsx'

type Given = { retention_days: number; reply_within_days: number; drafts_rationales: boolean; minutes: number | null; is_kept: boolean; was_corrected: boolean }

/** Every combination of settings that pages and emails depend on. The last two are opposites here, because no sentence depends on both. */
const COMBINATIONS: Given[] = [0, 365, 400].flatMap((retention_days) =>
  [1, 14].flatMap((reply_within_days) =>
    [true, false].flatMap((drafts_rationales) =>
      [null, 12].flatMap((minutes) =>
        [true, false].map((is_kept) => ({ retention_days, reply_within_days, drafts_rationales, minutes, is_kept, was_corrected: !is_kept })),
      ),
    ),
  ),
)

/** The conditions used in docs/claims.md. */
const WHEN: Record<string, (given: Given) => boolean> = {
  always: () => true,
  '`RETENTION_DAYS` is 0': ({ retention_days }) => retention_days === 0,
  '`RETENTION_DAYS` is set': ({ retention_days }) => retention_days > 0,
  '`RATIONALE` is on': ({ drafts_rationales }) => drafts_rationales,
  'it was measured': ({ minutes }) => minutes !== null,
  'the person stays signed in': ({ is_kept }) => is_kept,
  "the person doesn't stay signed in": ({ is_kept }) => !is_kept,
  'something was just corrected': ({ was_corrected }) => was_corrected,
}

const ENV = {
  COMPANY_NAME: 'Meridian Health',
  COMPANY_DOMAIN: 'meridianhealth.example',
  BASE_URL: 'https://careers.example',
  TERMS_URL: 'https://meridianhealth.example/terms',
  PRIVACY_URL: 'https://meridianhealth.example/privacy',
  TIME_ZONE: 'UTC',
}
/** Text that employers write about themselves isn't our claim. */
const BRAND = { ...INITIAL_BRAND, intro: '', benefits: [], eeo_statement: '', accommodation_statement: '' }

/** An application with corrections that can still be undone. */
const CORRECTED: OwnApplication = {
  ...OWN,
  actions: [...OWN.actions, 'undo-resume', 'undo-contact', 'keep-address', 'undo-accommodation', 'undo-no-drafts'],
  pending_email: 'ada@new.example',
  earlier_contact: { first_name: 'Adah', last_name: 'Archer', linkedin_profile_url: null },
  earlier_resume_at: '2026-01-05T10:00:00.000Z',
  accommodation_asked_at: '2026-01-06T10:00:00.000Z',
}
/** The law no longer requires keeping this application. Both kinds are listed again below, after an erasure request. */
const OLD = { ...OWN, keep_until: '2026-01-05T10:00:00.000Z' }
const asked = { erasure_due_at: '2026-02-04T10:00:00.000Z', actions: [] }
const [ERASING, ERASING_OLD] = [
  { ...OWN, ...asked },
  { ...OLD, ...asked },
]

/** Pages for staff, interviewers and setup, which don't make claims to candidates. */
type NotForCandidates = 'first-run' | 'answer-interview' | 'protected-pdf'
const SHOWN: Record<Exclude<PageView['page'], NotForCandidates>, true> = {
  home: true,
  role: true,
  apply: true,
  resume: true,
  received: true,
  'still-you': true,
  'correct-email': true,
  'closed-role': true,
  'how-we-hire': true,
  'role-not-found': true,
  failed: true,
  licenses: true,
  'own-page': true,
  'own-times': true,
  'own-export': true,
  'confirm-address': true,
  unsubscribe: true,
}

const UNTOUCHED = { values: {}, edits: {}, saved: null, done: null, faults: [], refusal: null, withdrawn_at: null, via: null, listed: [], carried: null }

const TYPED = [{ question_name: 'why_this_role', question_text: 'Why this role?', answer: 'To learn.' }]

function pagesFor({ minutes, is_kept, was_corrected }: Given): PageView[] {
  const questions = [ask('first_name', 'Text'), ask('why_this_role', 'Extended Open Text Box')]
  const form = { ...UNTOUCHED, page: 'apply' as const, role: ROLE, questions, minutes }
  return [
    {
      page: 'home',
      roles: [ROLE],
      filters: NO_FILTERS,
      part: 1,
      applied: { ref_function_role_id: 7, function_role_name: 'Night Nurse', reply_within_days: 14, reference: 'CDFG2346' },
    },
    { page: 'role', role: { ...ROLE, state: 'published' }, questions, minutes, via: null },
    { ...form, has_applied: false },
    { ...form, has_applied: true },
    { ...form, has_applied: false, withdrawn_at: '2026-01-05T10:00:00.000Z' },
    {
      ...form,
      has_applied: false,
      carried: { from: [8], left: [{ question_name: 'proudest_work', question_text: 'Your proudest work', answer: 'A ledger' }] },
    },
    { page: 'resume', role: ROLE, user_session_id: 7, reference: 'CDFGHJKM', first_name: 'Ada', email: 'ada@example.com', listed: ['RN TX'], refusal: null },
    { page: 'received', role: ROLE, reference: 'CDFGHJKM' },
    { page: 'still-you', role: ROLE, next: 'apply' },
    { page: 'closed-role', role: ROLE, closed_at: '2026-01-05T10:00:00.000Z', offered: [ROLE], is_similar: true, typed: TYPED, from: [8] },
    { page: 'how-we-hire', figures: null },
    { page: 'failed', status: 500, message: 'It failed.', retry_path: '/', request_id: 'x' },
    { page: 'own-page', applications: null, wants_updates: null, is_kept, done: null, refusal: null, failed: null },
    {
      page: 'own-page',
      applications: [was_corrected ? CORRECTED : OWN, OLD, ERASING, ERASING_OLD],
      wants_updates: true,
      is_kept,
      done: null,
      refusal: null,
      failed: null,
    },
    { page: 'own-page', applications: [OWN], wants_updates: false, is_kept, done: null, refusal: null, failed: null },
  ]
}

function textsFor(given: Given): string[] {
  const env = { ...ENV, RETENTION_DAYS: given.retention_days, REPLY_WITHIN_DAYS: given.reply_within_days, RATIONALE: given.drafts_rationales ? 'on' : 'off' }
  const site = siteOf(env as Env, BRAND)
  const assets = { styles: [], css: '', islands: {}, preloads: {} }
  return [...pagesFor(given), ...pagesAfterApplying(given.is_kept)].map((view) => textOf(renderPage(view, site, assets))).concat(emailsFor(given))
}

function emailsFor({ reply_within_days }: Given): string[] {
  const letterhead = plainLetterhead(ENV)
  const to = { user_session_id: 7, to_address: 'ada@example.com', link: 'https://careers.example/application/x' }
  const applied = { ...OWN, email: to.to_address, first_name: 'Ada', reply_within_days, link: to.link, time_zone: 'UTC' }
  return [
    confirmationEmail(letterhead, applied),
    draftEmail(letterhead, { ...to, function_role_name: OWN.function_role_name }),
    linkEmail(letterhead, to),
    confirmAddressEmail(letterhead, to),
    ...interviewEmails(ENV),
  ].map((email) => email.text)
}

/** Returns a page's text as served, before scripts run. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<script.*?<\/script>|<svg.*?<\/svg>|<header class="site-header.*?<\/header>/gs, '')
  const lines = body.replace(/<\/?(?:p|li|h\d|d[td]|label|button|summary|div)\b[^>]*>|<br\/>/g, '\n')
  return lines
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** An interview's planned length and its interviewers. */
const LENGTH = /^\d+ minutes(?:, with [^.]+)?\.$/

function sentencesOf(text: string): string[] {
  const sentences = text.split(/\n|(?<=[.!?])\s+/).map((one) => one.trim())
  return sentences.filter((one) => one.endsWith('.') && !LENGTH.test(one))
}

/** Matches text that sounds like a promise or a statement about what happens. */
const CLAIM = /\b(?:we(?:'ll|'ve|'re)?|us|our|kept|keeps?|erased?|removed?|deleted?|hidden|software|stays?|person|hears?|minutes?|days?|hours)\b/i

type Claim = { sentence: string; is: RegExp; when: string; rests_on: string[] }

function readClaims(): Claim[] {
  const rows = readFileSync('docs/claims.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| .*`/.test(line))
  return rows.map((row) => {
    const [, sentence = '', when = '', rests_on = ''] = row.split('|').map((cell) => cell.trim())
    const pattern = sentence.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+?')
    return { sentence, is: new RegExp(`^${pattern}$`), when, rests_on: [...rests_on.matchAll(/`([^`]+)`/g)].map(([, path]) => path!) }
  })
}

const CLAIMS = readClaims()

test('this test covers every candidate page', () => {
  const pages = [...pagesFor(COMBINATIONS[0]!), ...pagesAfterApplying(true)].map(({ page }) => page)
  expect([...new Set(pages)].toSorted()).toEqual(Object.keys(SHOWN).toSorted())
})

test("every claim is listed, and is made only when it's true", () => {
  const wrong = new Set<string>()
  for (const given of COMBINATIONS) {
    const sentences = [...new Set(textsFor(given).flatMap(sentencesOf))]
    for (const one of sentences) {
      if (CLAIM.test(one) && !CLAIMS.some(({ is }) => is.test(one))) wrong.add(`not listed: ${one}`)
      if (/\b1 (?:days|minutes|years|openings)\b|\{\w+\}/.test(one)) wrong.add(`not filled in: ${one}`)
      if (/\bon this device\b/.test(one) && /\b(?:type|kept)\b/.test(one)) wrong.add(`not without a script: ${one}`)
    }
    for (const { sentence, is, when } of CLAIMS) {
      const isMade = sentences.some((one) => is.test(one))
      if (isMade !== WHEN[when]?.(given)) wrong.add(`${isMade ? 'made' : 'not made'} with ${JSON.stringify(given)}: ${sentence}`)
    }
  }
  expect([...wrong]).toEqual([])
})

test('every claim cites files that exist', () => {
  expect(CLAIMS.length).toBeGreaterThan(40)
  const paths = CLAIMS.flatMap(({ rests_on }) => rests_on).filter((path) => path.includes('/'))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
  expect(CLAIMS.filter(({ rests_on, when }) => rests_on.length === 0 || !WHEN[when])).toEqual([])
})
