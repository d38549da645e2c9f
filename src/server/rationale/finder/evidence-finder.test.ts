import { expect, test } from 'vitest'
import { withVerification } from '../open-rationale.ts'
import type { Evidence } from '../generator.ts'
import { evidenceFinder } from './evidence-finder.ts'

const finder = withVerification(evidenceFinder())

const evidence = (texts: Record<string, string>, redFlag: Partial<Evidence['redFlag']> = {}): Evidence => ({
  redFlag: { fgl_ref_red_flag_id: 1, red_flag_desc: 'Unreliable attendance or punctuality', signal_words: [], ...redFlag },
  feedback: Object.entries(texts).map(([interview_name, interviewer_feedback], i) => ({
    if_interview_feedback_detail_id: i + 1,
    interview_name,
    interviewer_name: `Interviewer ${i + 1}`,
    interview_feedback_question: 'What stood out?',
    interviewer_feedback,
    is_submitted: i !== 1,
  })),
  mask: null,
  interviews: ['Interview A', 'Interview B', 'Interview C'],
})

test('sentences are quoted with their author and stance, interviews with no feedback or no evidence are listed, and a person decides', async () => {
  const found = await finder.generate(
    evidence({
      'Interview A': 'She knows ventilators well.\nHer manager said she was late to work every week. In two years she never missed a single shift.',
      'Interview B': 'Knows the ward and its forms.',
    }),
  )
  expect(found).toMatchObject({ agent_absent_flag: false, sufficient_evidence: true, generator: 'evidence-finder', model: null })
  const stances = Object.fromEntries(found.citations.map((citation) => [citation.quote, citation.stance]))
  expect(stances).toEqual({ 'Her manager said she was late to work every week.': 'for', 'In two years she never missed a single shift.': 'against' })
  expect(found.agent_rationale).toContain('Interview A (Interviewer 1): “Her manager said she was late to work every week.”')
  expect(found.agent_rationale).toContain('Nothing found in Interview B.')
  expect(found.agent_rationale).toContain('No feedback yet from Interview C.')
  expect(found.agent_rationale).toContain('Not submitted yet, so it may change: Interview B (Interviewer 2).')
  expect(found.agent_rationale).toContain('A person must decide')
})

test("there's no evidence without feedback", async () => {
  const found = await finder.generate(evidence({ 'Interview A': ' \n' }))
  expect(found).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, citations: [] })
  expect(found.agent_rationale).toContain('No evidence: this candidate has no interview feedback yet.')
})

test('feedback about something else is not evidence', async () => {
  const found = await finder.generate(evidence({ 'Interview A': 'The train was late, so we started at ten. He holds an ACLS card. He asked about parking.' }))
  expect(found).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, citations: [] })
  expect(found.agent_rationale).toContain('No matching evidence found')
})

test('a sentence about ChatGPT is evidence like any other', async () => {
  const flag = { red_flag_desc: 'Careless with confidential patient information' }
  const found = await finder.generate(evidence({ 'Interview A': 'He told me he pastes patient notes with names into ChatGPT.' }, flag))
  expect(found.citations.map((citation) => [citation.quote, citation.stance])).toEqual([['He told me he pastes patient notes with names into ChatGPT.', 'for']])
})

test('a draft shows at most five sentences', async () => {
  const lateSentences = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => `She was late on ${day} and did not call.`)
  const found = await finder.generate(evidence({ 'Interview A': lateSentences.join(' ') }))
  expect(found.citations).toHaveLength(5)
})

const OWN = { red_flag_desc: 'Refuses to use the electronic health record', signal_words: ['paper charts'] }

test('a red flag added by staff is matched by its description and signal words', async () => {
  const found = await finder.generate(
    evidence({ 'Interview A': 'She likes dogs. She refuses to use the electronic record and keeps paper charts. Parking was full.' }, OWN),
  )
  expect(found.citations.map((citation) => citation.quote)).toEqual(['She refuses to use the electronic record and keeps paper charts.'])
})

test("a sentence with the candidate's name counts as being about the candidate", async () => {
  const mask = { first_name: 'Dana', last_name: 'Reyes', email: 'dana@mail.example', linkedin_profile_url: null }
  const text = { 'Interview A': 'Dana Reyes blamed the night shift.' }
  const flag = { red_flag_desc: 'Blames others instead of owning mistakes' }
  expect((await finder.generate({ ...evidence(text, flag), mask })).citations.map((citation) => citation.stance)).toEqual(['for'])
  expect((await finder.generate(evidence(text, flag))).citations.map((citation) => citation.stance)).toEqual(['unclear'])
})

test('a marked sentence boosts similar sentences, and "not about it" lowers them', async () => {
  const examplesByInterview = { 'Interview A': 'He writes everything into a notebook and never types anything.' }
  const marked = { text: 'She writes everything into a notebook and never types anything into the computer.', stance: 'for' as const }
  expect((await finder.generate(evidence(examplesByInterview, { ...OWN, signal_words: [] }))).citations).toEqual([])
  const found = await finder.generate(evidence(examplesByInterview, { ...OWN, examples: [marked] }))
  expect(found.citations.map((citation) => citation.stance)).toEqual(['for'])
  const unmarked = await finder.generate(
    evidence(examplesByInterview, { ...OWN, examples: [marked, { text: examplesByInterview['Interview A'], stance: 'none' }] }),
  )
  expect(unmarked.citations).toEqual([])
})

test('severe evidence comes first and is never left out, for its own red flag and any added by staff, and says why', async () => {
  const lateSentences = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => `She skipped hand hygiene on ${day} and shrugged.`)
  const text = `${lateSentences.join(' ')} She was let go for diverting fentanyl.`
  for (const red_flag_desc of ['Cuts corners on patient safety or infection control', 'Not a good fit for nights']) {
    const found = await finder.generate(evidence({ 'Interview A': text }, { red_flag_desc }))
    expect(found.citations[0]).toMatchObject({ quote: 'She was let go for diverting fentanyl.', grave: 'drugs', stance: 'for' })
    expect(found.citations.slice(1).every((citation) => citation.grave === null)).toBe(true)
    expect(found.agent_rationale).toContain('Read first, drugs at work:\nInterview A (Interviewer 1): “She was let go for diverting fentanyl.”')
  }
  const other = await finder.generate(evidence({ 'Interview A': text }))
  expect(other.citations.every((citation) => citation.grave === null)).toBe(true)
})

test('conduct that was denied, asked about, planned or done by someone else counts as neither severe nor evidence', async () => {
  const harmless = [
    'In ten years she never diverted a single vial of fentanyl.',
    'Has she ever diverted fentanyl?',
    'Her coworker was fired for diverting fentanyl, and she is the one who reported it.',
    'If she had diverted fentanyl, the counts would show it.',
  ]
  const found = await finder.generate(
    evidence({ 'Interview A': harmless.join('\n') }, { red_flag_desc: 'Cuts corners on patient safety or infection control' }),
  )
  expect(found.citations.filter((citation) => citation.grave !== null || citation.stance === 'for')).toEqual([])
})

test("a mark's stance isn't applied to a question, a denial or someone else's action in the same words", async () => {
  const marked = { text: 'She writes everything into a notebook and types it in days later.', stance: 'for' as const }
  const opposite = [
    'Does she write everything into a notebook and type it in days later?',
    'She never writes everything into a notebook to type it in days later.',
    'Her colleague writes everything into a notebook and types it in days later.',
  ]
  const found = await finder.generate(evidence({ 'Interview A': opposite.join('\n') }, { ...OWN, examples: [marked] }))
  expect(found.citations.length).toBeGreaterThan(0)
  expect(found.citations.filter((citation) => citation.stance === 'for')).toEqual([])
})

test('an extremely long sentence is processed within the time limit', async () => {
  const endless = 'blamed, never wrong, gave and left the patient if '.repeat(5_000)
  const before = process.cpuUsage()
  await finder.generate(evidence({ 'Interview A': endless }))
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000)
})
