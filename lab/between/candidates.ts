import { submitAnswers, uploadResume, type Question } from '#contract/applications/applications.ts'
import { changeContact } from '#contract/candidate/candidate.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { formWith } from '#test/applying.ts'
import { goodAnswer } from '#test/make.ts'
import { minimalPdf } from '#test/setup/pdf-files.ts'
import { ask, canary, trackMailboxChange, parseJson, newText, type Browser, type Cast, type Person, type Text } from './cast.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LINK = /https?:\/\/localhost:\d+(\/application\/[^\s"<>]+)/g

/** One randomly drawn action: who, in which browser, for which role, with which mailbox, plus a random number. */
export type Scene = { run: Cast; lane: number; person: Person; browser: Browser; role: number; mailbox: string; how: number }
type Act = (scene: Scene) => Promise<unknown>

/** What people do with forms and links. API calls are drawn separately. */
export const CANDIDATE_ACTS = {
  apply,
  async 'save a draft'(scene: Scene) {
    const { run, lane, role, mailbox } = scene
    const text = newText(run, scene, { mailbox, role, isDraft: true })
    const answers = Object.entries(identifyingAnswers(text, mailbox)).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
    const body = { ref_function_role_id: run.roles[role]!.id, email: mailbox, answers }
    await ask(run, scene, { lane, method: 'POST', path: saveDraft.path, body, endpoint: saveDraft })
  },
  async 'open an emailed link'(scene: Scene) {
    const links = linksTo(scene.run, scene.person.mailboxes)
    const path = links[links.length - 1 - (scene.how % Math.max(1, links.length))]
    if (path) await ask(scene.run, scene, { lane: scene.lane, method: 'GET', path })
  },
  confirmAddress,
  async 'follow every link, as a scanner does'({ run, lane, how }: Scene) {
    for (const path of linksTo(
      run,
      run.people.flatMap(({ mailboxes }) => mailboxes),
    ).slice(-4))
      await ask(run, { visitor: 'mail scanner' }, { lane, method: how % 2 ? 'HEAD' : 'GET', path })
  },
  correctEmail,
  async 'ask for another address'(scene: Scene) {
    const { run, lane, mailbox } = scene
    const id = ownApplication(scene)
    const path = changeContact.path.replace('{id}', String(id))
    if (id) await ask(run, scene, { lane, method: 'PUT', path, body: { email: mailbox }, endpoint: changeContact, about: id })
  },
  async 'see the own page'(scene: Scene) {
    await ask(scene.run, scene, { lane: scene.lane, method: 'GET', path: scene.how % 2 ? '/application' : '/api/candidate/applications' })
  },
  async 'look at a page'(scene: Scene) {
    const { id } = scene.run.roles[scene.role]!
    const pages = [
      '/',
      `/roles/${id}`,
      `/roles/${id}/apply`,
      `/roles/${id}/resume`,
      `/roles/${id}/email`,
      `/api/user-session/earlier-answers?ref_function_role_id=${id}`,
    ]
    await ask(scene.run, scene, { lane: scene.lane, method: 'GET', path: pages[scene.how % pages.length]! })
  },
  async 'send a form'(scene: Scene) {
    const { run, lane, role, how } = scene
    const id = ownApplication(scene)
    const own = ['withdraw', 'undo-withdraw', 'no-drafts', 'erasure'].map((action) => `/application/${id}/${action}`)
    const open = ['continue', 'start-over', 'finish'].map((action) => `/roles/${run.roles[role]!.id}/${action}`)
    const path = [...own, ...open, '/application/sign-out', '/application/stay'][how % 9]!
    await ask(run, scene, { lane, method: 'POST', path, body: '', headers: FORM, about: path.startsWith('/application/') ? id : null })
  },
  async 'upload a resume'(scene: Scene) {
    const { run, lane, how } = scene
    const [id, text] = [ownApplication(scene), textOf(scene)]
    if (!id || !text) return
    const content = minimalPdf({ objects: ['<< /Type /Catalog >>', `(${canary(text.owner, 'x')} ${how})`] })
    const form = formWith({ user_session_id: String(id) }, { filename: 'cv.pdf', type: 'application/pdf', content })
    const path = how % 2 ? uploadResume.path : `/api/candidate/applications/${id}/resume`
    await ask(run, scene, { lane, method: 'POST', path, body: form.body, headers: form.headers, about: id })
  },
} satisfies Record<string, Act>

/** Opens and submits an application, or submits the one that this browser already has open for the role. Returns null if it couldn't open one. */
async function apply(scene: Scene) {
  const { run, lane, role, mailbox } = scene
  const opened = await ask(run, scene, {
    lane,
    method: 'POST',
    path: '/api/user-session',
    body: { ref_function_role_id: run.roles[role]!.id, device_info: '' },
  })
  const session = parseJson<{ user_session_id: number; questions: Question[] }>(opened)
  if (!session?.questions) return null
  const text = newText(run, scene, { mailbox, role, isDraft: false })
  text.user_session_id = session.user_session_id
  const said = identifyingAnswers(text, mailbox)
  const answers = session.questions.map(({ user_session_answer_id, user_session_id, question_name, question_type }) => ({
    user_session_answer_id,
    user_session_id,
    user_answer_text_box: said[question_name] ?? goodAnswer(question_name, question_type),
  }))
  const { path } = submitAnswers
  const done = await ask(run, scene, { lane, method: 'POST', path, body: { answers }, endpoint: submitAnswers, about: session.user_session_id })
  // If the change is rejected, the text isn't about any mailbox.
  if (done.status !== null && done.status >= 400) text.held[0]!.until = text.held[0]!.from
  return { text, done }
}

/** Returns answers that contain the writer's name in every form people use. */
export function identifyingAnswers({ owner }: Text, mailbox: string): Record<string, string> {
  const [first, last] = [canary(owner, 'f'), canary(owner, 'l')].map((word) => word[0]!.toUpperCase() + word.slice(1)) as [string, string]
  const [local] = mailbox.split('@')
  return {
    first_name: first,
    last_name: last,
    email: mailbox,
    linkedin_profile_url: `https://www.linkedin.com/in/${canary(owner, 'k')}`,
    why_this_role: `${canary(owner, 'w')}. I'm ${first} ${last}, or ${last.toUpperCase()}, ${first}. It's ${first}'s wish, and ${first.toLowerCase()}-${last}'s.`,
    care_story: `Write to ${mailbox}, ${local} at example.com or linkedin.com/in/${canary(owner, 'k')}.`,
  }
}

async function correctEmail(scene: Scene) {
  const { run, lane, role, mailbox } = scene
  const id = [...run.texts.values()].findLast((one) => one.role === role && one.browser === scene.browser && !one.isDraft)?.user_session_id
  if (!id) return
  const settle = trackMailboxChange(run, id, mailbox)
  const body = new URLSearchParams({ email: mailbox }).toString()
  const done = await ask(run, scene, { lane, method: 'POST', path: `/roles/${run.roles[role]!.id}/email`, body, headers: FORM, about: id })
  const isDone = done.status === 303 && done.body.includes(`/roles/${run.roles[role]!.id}/resume`)
  settle(done.status === null || (isDone && ownOf(run, scene, role).length > 1) ? 'in doubt' : isDone ? 'done' : 'refused')
}

/** Opens a link sent to one of the person's mailboxes and presses the button. */
async function confirmAddress(scene: Scene) {
  const { run, lane, person } = scene
  const emails = emailsTo(run, person.mailboxes).filter(({ text }) => text.includes('/application/confirm/'))
  const email = emails[emails.length - 1 - (scene.how % Math.max(1, emails.length))]
  if (!email) return
  const asked = run.done.filter(({ endpoint, sent }) => endpoint === changeContact && (sent as { email?: string }).email === email.to_address)
  const about = [...new Set(asked.map((one) => one.about!))]
  const settled = about.map((id) => trackMailboxChange(run, id, email.to_address))
  const done = await ask(run, scene, { lane, method: 'POST', path: pathsIn(email.text)[0]!, body: '', headers: FORM })
  const isDone = done.status === 303 && !done.body.includes('ended')
  for (const settle of settled) settle(done.status === null || (isDone && about.length > 1) ? 'in doubt' : isDone ? 'done' : 'refused')
}

const pathsIn = (text: string) => [...text.matchAll(LINK)].map(([, path]) => path!)
const emailsTo = ({ world, firstSent }: Cast, mailboxes: string[]) => world.sent.slice(firstSent).filter(({ to_address }) => mailboxes.includes(to_address))
export const linksTo = (run: Cast, mailboxes: string[]) => emailsTo(run, mailboxes).flatMap(({ text }) => pathsIn(text))

const ownOf = (run: Cast, { browser }: Scene, role: number) => [
  ...new Set([...run.texts.values()].filter((one) => one.browser === browser && one.role === role && !one.isDraft).map((one) => one.user_session_id)),
]

function textOf({ run, person, role }: Scene): Text | undefined {
  return [...run.texts.values()].findLast((one) => one.typist === person && one.role === role && one.user_session_id !== null)
}
const ownApplication = (scene: Scene) => textOf(scene)?.user_session_id ?? 0
