import type { ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { findPhoneNumbers } from '#contract/text/phone-numbers.ts'
import { searchWords } from '#contract/text/search-words.ts'
import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { listApplicantRows, type ApplicantRow } from '#server/applicants/list/list-store.ts'
import { answersOf, viewOfRow } from '#server/applicants/list/present-applicant.ts'
import { listReasons } from '#server/applicants/decide/reason-store.ts'
import { openPdfReader, type PdfReader } from '#server/files/pdf-text/read-pdf-text.ts'
import { readIntact, type StoredFile } from '#server/files/read-intact.ts'
import type { View, Viewer } from '#server/people/view-of.ts'
import { hideInResume } from './hide-in-resume.ts'
import { claimQueued, listCurrentResumes, releaseQueued, setText, type QueuedText } from './text-store.ts'

/** Checks for changes every 3 seconds and indexes them for search; safe in any number of processes. */
export function openTextWriter(services: Pick<Services, 'db' | 'files' | 'log'>): Job {
  const work = async (signal: AbortSignal) => {
    const count = await writeTexts(services, signal).catch((error: Error & { code?: string }) => {
      services.log.error({ code: error.code, type: error.name }, 'reading text for search failed')
      return 0
    })
    return count > 0
  }
  return openLoop({ work, everyMs: 3_000, breathMs: 50 })
}

const BATCH_SIZE = 50
/** PostgreSQL stores at most 1 MB of search words per text. */
const MAX_WORDS = 10_000

/** Pronouns aren't searched for, so they needn't be hidden. */
const BLIND: Viewer = { identifiable: false, hidesPronouns: false }
const NAMED: Viewer = { identifiable: true, hidesPronouns: false }

type Deps = Pick<Services, 'db' | 'files'>

/**
 * Indexes the texts of applications that have changed, newest first. Returns how many it processed; 0 when none is pending. A resume is read only
 * once; one that's unreadable, or doesn't match its upload, counts as empty. `signal` stops it after the current application.
 */
export async function writeTexts({ db, files }: Deps, signal?: AbortSignal): Promise<number> {
  const queued = await claimQueued(db, BATCH_SIZE)
  if (queued.length === 0) return 0
  const ids = queued.map((one) => one.user_session_id)
  const chosen = { ids, scope: 'everyone' } as const
  const rows = new Map((await listApplicantRows(db, chosen, { withIdentity: true, time_zone: 'UTC' })).map((row) => [row.user_session_id, row]))
  const blind = new Map((await listApplicantRows(db, chosen, { withIdentity: false, time_zone: 'UTC' })).map((row) => [row.user_session_id, row]))
  const reasons = await listReasons(db, ids)
  const resumes = new Map((await listCurrentResumes(db, ids)).map((one) => [one.user_session_id, one]))
  const reader = openPdfReader()
  signal?.addEventListener('abort', reader.close, { once: true })
  const done = new Set<number>()
  try {
    for (const one of queued) {
      const { user_session_id, wanted } = one
      const resume = await textOf(one, { resume: resumes.get(user_session_id), reader, files })
      if (signal?.aborted) break
      const texts = { resume_text: resume.resume_text, reasons: reasons.get(user_session_id) ?? [] }
      const words = wordsOf(rows.get(user_session_id), blind.get(user_session_id), texts)
      await setText(db, { user_session_id, wanted, ...resume, ...words })
      done.add(user_session_id)
    }
  } finally {
    reader.close()
    signal?.removeEventListener('abort', reader.close)
    const left = ids.filter((id) => !done.has(id))
    if (signal?.aborted && left.length > 0) await releaseQueued(db, left)
  }
  return queued.length
}

type Current = (StoredFile & { resume_id: number }) | undefined

async function textOf(
  { resume_id, resume_text }: QueuedText,
  { resume, reader, files }: { resume: Current; reader: PdfReader; files: Services['files'] },
): Promise<{ resume_id: number | null; resume_text: string }> {
  if (!resume) return { resume_id: null, resume_text: '' }
  if (resume.resume_id === resume_id) return { resume_id, resume_text }
  const content = await readIntact(files, resume)
  return { resume_id: resume.resume_id, resume_text: typeof content === 'string' ? '' : await reader.read(content) }
}

type Texts = { resume_text: string; reasons: string[] }

/** Sealed or erased applications have no rows here, so they aren't searchable. */
function wordsOf(row: ApplicantRow | undefined, blind: ApplicantRow | undefined, { resume_text, reasons }: Texts): { words: string[]; blind_words: string[] } {
  if (!row || !blind) return { words: [], blind_words: [] }
  const { alias, first_name, last_name, email, linkedin_profile_url } = row
  const view = viewOfRow(blind, BLIND)
  const texts = textsOf(row, viewOfRow(row, NAMED))
  return {
    words: [
      ...distinct([alias, first_name, last_name, email, linkedin_profile_url, ...texts, ...reasons, resume_text]),
      ...[...texts, resume_text].flatMap(findPhoneNumbers),
    ],
    blind_words: distinct([alias, ...textsOf(blind, view), ...reasons.map(view.hide), hideInResume(resume_text, view)]),
  }
}

function textsOf(row: ApplicantRow, view: View): string[] {
  return (JSON.parse(answersOf(row, view)) as ApplicantAnswer[]).map((one) => one.applicants_answer)
}

function distinct(texts: (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => searchWords(text ?? '')))].slice(0, MAX_WORDS)
}
