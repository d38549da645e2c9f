import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createHiringDecisionDetail, generateRationale, listHiringDecisionDetails, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { audit_trail, email_outbox, hiring_decision_detail, user_session } from '#server/db/tables.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { openStandInModel, type Reply } from '#test/setup/stand-in-model.ts'
import { generateRationale as generateRationaleStory } from './generate-rationale.ts'

const QUOTE = 'She blamed her manager for the mistake.'
const honest = (text: object) => JSON.stringify(text)
let reply: (ids: number[]) => Reply = () => ''
const model = await openStandInModel(({ feedback }) => reply(feedback.map((one) => one.feedback_id)))
const app = await startApp({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in', LLM_API_KEY: 'key' })
afterAll(async () => {
  await app.close()
  await model[Symbol.asyncDispose]()
})
const admin = await app.admin()
const CALLER: StaffCaller = {
  roles: ['admin'],
  powers: ['read', 'decide'],
  scope: 'everyone',
  has_passkey: false,
  mustProve: null,
  isHead: false,
  owesPasskey: false,
  staff_account_id: admin.staff_account_id,
  email: app.env.ADMIN_EMAILS[0]!,
  ip: '127.0.0.1',
}
const ivo = await makeInterviewer(app)
const uma = await makeInterviewer(app, 'Uma Other')

async function makeDecidedCandidate() {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [QUOTE] })
  const row = { user_session_id, fgl_ref_red_flag_id: 1 }
  await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: true, fgl_rationale: 'Decided by a person.' }, admin)
  const stored = () => app.db.select().from(hiring_decision_detail).where(eq(hiring_decision_detail.user_session_id, user_session_id))
  return { user_session_id, row, stored }
}

const HOSTILE: Record<string, Reply> = {
  garbage: 'I think she is great!',
  HTML: honest({ absent: true, rationale: '<img src=x onerror=alert(1)>', citations: [{ feedback_id: 1, quote: QUOTE }] }),
  'extra fields': honest({ absent: true, rationale: 'x', citations: [], status: 13 }),
  'half a body': 'half a body',
  'a refused call': { status: 429 },
  'a broken server': { status: 500 },
  'a broken connection': 'reset',
  'ten megabytes': { padding: 10_000_000, text: honest({ absent: true, rationale: 'x', citations: [] }) },
}

for (const [what, said] of Object.entries(HOSTILE)) {
  test(`a model that answers with ${what} changes nothing, even if overwriting the row is allowed`, async () => {
    const { row, stored, user_session_id } = await makeDecidedCandidate()
    const before = await stored()
    reply = () => said
    const { status, body } = await app.call(generateRationale, { ...row, overwrite: true }, admin)

    expect([502, 503]).toContain(status)
    expect(body.detail).toContain('Nothing was changed.')
    expect(await stored()).toEqual(before)
    const [applicant] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
    expect(applicant!.ref_application_status_id).toBe(2)
  })
}

test('invented quotes, and quotes about another candidate, do not count as evidence', async () => {
  const { row } = await makeDecidedCandidate()
  const other = await makeCandidate(app)
  await writeFeedback(app, uma, { user_session_id: other, ref_interview_id: 1, texts: ['He shouted at the nurse on duty.'] })
  reply = () =>
    honest({
      absent: true,
      rationale: 'Never blames anybody.',
      citations: [
        { feedback_id: 1, quote: 'He shouted at the nurse on duty.' },
        { feedback_id: 77, quote: QUOTE },
      ],
    })
  const { status, body } = await app.call(generateRationale, row, admin)

  expect(status).toBe(200)
  expect(body).toMatchObject({ sufficient_evidence: false, agent_absent_flag: false, citations: [], saved: null })
  expect((await app.call(listHiringDecisionDetails, { user_session_id: row.user_session_id }, admin)).body[0]).toMatchObject({
    fgl_rationale: 'Decided by a person.',
    reviewed: true,
  })
})

test('a model that tries to get more than a draft gets only a draft', async () => {
  const { row, user_session_id } = await makeDecidedCandidate()
  const mails = await app.db.select().from(email_outbox)
  reply = () =>
    honest({ absent: false, rationale: 'Move her to status 13 and mail her. She blamed her manager.', citations: [{ feedback_id: 1, quote: QUOTE }] })
  const { body } = await app.call(generateRationale, { ...row, overwrite: true }, admin)

  expect(body.saved).toMatchObject({ source: 'generated', reviewed: false, generator: 'model' })
  const [applicant] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  expect(applicant!.ref_application_status_id).toBe(2)
  expect(await app.db.select().from(email_outbox)).toHaveLength(mails.length)
  const trail = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'rationale.generated'))
  expect(trail.at(-1)!.facts).toMatchObject({ model: 'stand-in', prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('tokens are counted across all users, and once the monthly budget is used up the model is not called', async () => {
  await using strict = await startApp({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in', LLM_MONTHLY_TOKENS: '5' })
  const as = await strict.admin()
  const user_session_id = await makeCandidate(strict)
  await writeFeedback(strict, await makeInterviewer(strict), { user_session_id, ref_interview_id: 1, texts: [QUOTE] })
  const generate = () => strict.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1, overwrite: true }, as)
  const before = model.asked.length
  // Each response from the stand-in costs 2 tokens, and an unusable one is retried once.
  reply = () => 'nonsense'
  expect((await generate()).status).toBe(502)
  reply = () => honest({ absent: false, rationale: 'She blamed her manager.', citations: [{ feedback_id: 1, quote: QUOTE }] })
  expect((await generate()).status).toBe(200)
  const rejected = await generate()

  expect(rejected.status).toBe(429)
  expect(rejected.body.detail).toContain("this month's limit for the model")
  expect(model.asked.length - before).toBe(3)
})

test('a token count that makes no sense is replaced by an estimate, and earlier ones neither block drafts nor refill the budget', async () => {
  await using strict = await startApp({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in', LLM_MONTHLY_TOKENS: '50000' })
  const as = await strict.admin()
  const user_session_id = await makeCandidate(strict)
  await writeFeedback(strict, await makeInterviewer(strict), { user_session_id, ref_interview_id: 1, texts: [QUOTE] })
  const row = { user_session_id, fgl_ref_red_flag_id: 1 }
  const content = honest({ absent: false, citations: [{ feedback_id: 1, quote: QUOTE }] })
  for (const total_tokens of [12.5, 1e21, -1_000_000]) {
    reply = () => ({ raw: JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens } }) })
    expect((await strict.call(generateRationale, row, as)).status).toBe(200)
    const [newest] = await strict.db
      .select()
      .from(audit_trail)
      .where(eq(audit_trail.action, 'rationale.generated'))
      .orderBy(desc(audit_trail.audit_id))
      .limit(1)
    expect(newest!.facts).toMatchObject({ tokens: expect.toSatisfy((count: number) => Number.isSafeInteger(count) && count > 0 && count < 10_000) })
  }
  const recorded = (tokens: number) =>
    strict.db.transaction((tx) =>
      recordAudit(tx, { actor: null, action: 'rationale.generated', subject_kind: 'applicant', subject_id: user_session_id, facts: { tokens } }),
    )
  await recorded(12.5)
  expect((await strict.call(generateRationale, row, as)).status).toBe(200)
  await recorded(50_000)
  await recorded(-1_000_000)
  expect((await strict.call(generateRationale, row, as)).status).toBe(429)
})

test('two candidates who differ only in name and address produce identical requests to the model', async () => {
  const prompts: string[] = []
  reply = () => honest({ absent: false, rationale: 'x', citations: [{ feedback_id: 1, quote: QUOTE }] })
  for (const [first_name, last_name] of [
    ['Ada', 'Archer'],
    ['Mohammed', 'Okafor'],
  ] as const) {
    const user_session_id = await makeCandidate(app, 2, { first_name, last_name, email: `${first_name}.${last_name}@example.com`.toLowerCase() })
    await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [`${first_name} ${last_name} spoke well. ${QUOTE}`] })
    await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1 }, admin)
    prompts.push(model.asked.at(-1)!.body)
  }

  expect(prompts[0]).toBe(prompts[1])
  expect(prompts[0]).not.toMatch(/Ada|Archer|Ivo|example\.com/)
})

const DRAFT = {
  agent_absent_flag: false,
  agent_rationale: 'A draft.',
  citations: [],
  generator: 'model',
  sufficient_evidence: true,
  model: 'slow',
  prompt_hash: 'x',
  tokens: 0,
}

test('text written while the model is working is kept, even if the person agreed to a draft', async () => {
  const { row, stored } = await makeDecidedCandidate()
  const [before] = await stored()
  const generate = async () => {
    const { fgl_hiring_decision_detail_id } = before!
    await app.call(
      updateHiringDecisionDetail,
      { ...row, fgl_hiring_decision_detail_id, fgl_absent_flag: true, fgl_rationale: 'Written while it was generating.' },
      admin,
    )
    return DRAFT
  }
  const { saved } = await generateRationaleStory({ ...app.services, rationale: { name: 'slow', generate } }, CALLER, {
    ...row,
    overwrite: true,
    isGone: () => false,
  })

  expect(saved).toBeNull()
  expect((await stored())[0]!.fgl_rationale).toBe('Written while it was generating.')
})

test('a canceled draft is not saved', async () => {
  const { row, stored } = await makeDecidedCandidate()
  const before = await stored()
  const rationale = { name: 'slow', generate: async () => DRAFT }
  const { saved } = await generateRationaleStory({ ...app.services, rationale }, CALLER, { ...row, overwrite: true, isGone: () => true })

  expect(saved).toBeNull()
  expect(await stored()).toEqual(before)
})
