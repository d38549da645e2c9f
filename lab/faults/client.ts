import type { openSession } from '#contract/applications/applications.ts'
import type { Output } from '#contract/endpoint.ts'
import { formWith } from '#test/applying.ts'
import { goodAnswer } from '#test/make.ts'
import { minimalPdf } from '#test/setup/pdf-files.ts'

/** The caller chooses the body's type; nothing validates it. */
export type Reply<Body = unknown> = { status: number; body: Body; headers: Headers }
export type RequestInput = { method?: string; body?: unknown; cookie?: string; token?: string; timeoutMs?: number; headers?: Record<string, string> }

/** Makes a call from outside. Throws if there's no response, since it's then unknown whether the call took effect. */
export async function ask<Body = unknown>(
  url: string,
  { method, body, cookie, token, timeoutMs = 60_000, headers = {} }: RequestInput = {},
): Promise<Reply<Body>> {
  const isRaw = typeof body === 'string' || body instanceof Buffer
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
  return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as Body, headers: response.headers }
}

export type OpenApplication = {
  user_session_id: number
  cookie: string
  answers: { user_session_answer_id: number; user_session_id: number; user_answer_text_box: string }[]
}

/** Opens an application, with valid answers ready to send; returns null if it's rejected. */
export async function openApplication(url: string, role: number, but: Record<string, string>): Promise<OpenApplication | null> {
  return (await tryToOpen(url, role, but)).application
}

/** Like `openApplication`, but also returns the status. */
export async function tryToOpen(url: string, role: number, but: Record<string, string>): Promise<{ status: number; application: OpenApplication | null }> {
  const opened = await ask<Output<typeof openSession>>(`${url}/api/user-session`, { body: { ref_function_role_id: role, device_info: 'fault' } })
  if (opened.status !== 201) return { status: opened.status, application: null }
  const answers = opened.body.questions.map(({ question_name, question_type, user_session_answer_id, user_session_id }) => ({
    user_session_answer_id,
    user_session_id,
    user_answer_text_box: but[question_name] ?? goodAnswer(question_name, question_type),
  }))
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  return { status: opened.status, application: { user_session_id: opened.body.user_session_id, cookie, answers } }
}

export function submit(url: string, { answers, cookie }: OpenApplication): Promise<Reply> {
  return ask(`${url}/api/user-session/answers`, { body: { answers }, cookie })
}

export function upload(url: string, { user_session_id, cookie }: Pick<OpenApplication, 'user_session_id' | 'cookie'>, words = 'resume'): Promise<Reply> {
  const form = formWith(
    { user_session_id: String(user_session_id) },
    { filename: 'cv.pdf', type: 'application/pdf', content: minimalPdf({ objects: ['<< /Type /Catalog >>', `(${words})`] }) },
  )
  return ask(`${url}/api/user-session/resume`, { body: form.body, cookie, headers: form.headers })
}

/** Skips the resume step, because the confirmation isn't sent until then. */
export function skipResume(url: string, role: number, { cookie }: Pick<OpenApplication, 'cookie'>): Promise<Reply> {
  return ask(`${url}/roles/${role}/finish`, { method: 'POST', cookie })
}

/** Opens and submits an application with an address of its own. Throws if there's no response. */
export async function applyOnce(url: string, role: number, email: string): Promise<Reply | null> {
  const opened = await openApplication(url, role, { email })
  return opened && submit(url, opened)
}

export type Ledger = {
  acknowledged: Set<string>
  refused: Set<string>
  unknown: Set<string>
  note: (key: string, attempt: () => Promise<Reply | null>) => Promise<Reply | null>
  text: () => string
}

/** Records each operation's outcome by its unique key: acknowledged on success, refused on any other response, unknown without one. */
export function openLedger(): Ledger {
  const [acknowledged, refused, unknown] = [new Set<string>(), new Set<string>(), new Set<string>()]
  return {
    acknowledged,
    refused,
    unknown,
    async note(key, attempt) {
      unknown.add(key)
      try {
        const reply = await attempt()
        unknown.delete(key)
        ;(reply && reply.status < 300 ? acknowledged : refused).add(key)
        return reply
      } catch {
        return null
      }
    },
    text: () => `${acknowledged.size} acknowledged, ${refused.size} refused, ${unknown.size} unknown`,
  }
}
