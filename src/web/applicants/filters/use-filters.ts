import { useDeferredValue, useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { DecisionSummary, DueFilter, MAX_LIST_ROWS } from '#contract/applicants/applicant-list.ts'
import { DEFAULT_DAYS, daysOf } from '#contract/applicants/applicants.ts'
import { LICENSE_FILTER_NAMES } from '#contract/licenses/listed.ts'
import { useShowNames } from './use-show-names.ts'
import { useDebouncedInput } from './use-debounced-input.ts'

export type ReviewLocation = {
  /** Null until a role is selected. */
  roleId: string | null
  /** `all`, or a status ID. */
  statusId: string
  days: number
  /** The applicant whose application is open; null for the table. */
  user_session_id: number | null
}

export const REVIEW = '/admin/applications'
/** In a path: no time limit. */
export const ALL_TIME_DAYS = 36_500

export function reviewPath({ roleId, statusId, days, user_session_id }: ReviewLocation): string {
  if (roleId === null) return REVIEW
  return [REVIEW, roleId, statusId, days, ...(user_session_id === null ? [] : [user_session_id])].join('/')
}

/** What's requested: the path and query in the URL, and whether names are shown. */
export type Filters = ReturnType<typeof useFilters>

export function useFilters() {
  const { roleId, statusId, days, user_session_id } = useParams()
  const navigate = useNavigate()
  const [identifiable, showIdentities] = useShowNames()
  const [search, setSearch] = useDebouncedInput(...useQueryValue('q'))
  const sought = useDeferredValue(search)
  const query = withSearch(useLocation().search, sought)
  const [sort, setSort] = useQueryValue('sort')
  const [answeredText, setAnswered] = useQueryValue('answered')
  const [resumeText, setResume] = useQueryValue('resume')
  const [due, setDue] = useQueryValue('due')
  const licensed = useLicenseFilter()
  const [mine, setMine] = useQueryValue('mine')
  const answered = useMemo(() => parseAnswerFilter(answeredText), [answeredText])
  const place: ReviewLocation = {
    roleId: parseIdOrAll(roleId),
    statusId: parseIdOrAll(statusId) ?? 'all',
    days: days === undefined ? DEFAULT_DAYS : daysOf(days),
    user_session_id: /^\d{1,10}$/.test(user_session_id ?? '') ? Number(user_session_id) : null,
  }
  const more = {
    answered,
    answeredText,
    /** An empty value removes the filter. */
    setAnswer: (question_name: string, answer: 'Yes' | 'No' | '') =>
      setAnswered(formatAnswerFilter([...answered.filter((one) => one.question_name !== question_name), ...(answer ? [{ question_name, answer }] : [])])),
    resume: resumeText === 'yes' || resumeText === 'no' ? (resumeText as 'yes' | 'no') : undefined,
    setResume,
    due: DueFilter.options.find((one) => one === due),
    setDue,
    ...useDecided(place),
    ...licensed,
    mine: mine === 'yes',
    setMine: (isOn: boolean) => setMine(isOn ? 'yes' : ''),
    ...useHandoff(),
    ...useComparedQuestion(place),
  }
  /** Changes part of the path, keeping the sort order, columns and search. */
  const pathTo = (change: Partial<ReviewLocation>) => reviewPath({ ...place, ...change }) + query
  const go = (change: Partial<ReviewLocation>, how: { replace?: boolean; state?: unknown } = {}) => void navigate(pathTo(change), how)
  return { ...place, identifiable, showIdentities, search, setSearch, sought, sort, setSort, ...more, pathTo, go }
}

/** Links include the current search, because the URL gets it only after a pause, and a click before that would lose it. */
function withSearch(query: string, sought: string): string {
  const next = new URLSearchParams(query)
  if ((next.get('q') ?? '') === sought) return query
  if (sought === '') next.delete('q')
  else next.set('q', sought)
  return next.size === 0 ? '' : `?${next}`
}

/** What a shared link can specify: applicants since a date, or a selection someone shared. */
function useHandoff() {
  const [since, setSince] = useQueryValue('since')
  const [text, setChosen] = useQueryValue('ids')
  const chosen = useMemo(() => (/^\d{1,9}(,\d{1,9})*$/.test(text) ? text.split(',').map(Number).slice(0, MAX_LIST_ROWS) : undefined), [text])
  return {
    since: Number.isNaN(Date.parse(since)) ? undefined : new Date(since).toISOString().slice(0, 10),
    clearSince: () => setSince(''),
    chosen,
    clearChosen: () => setChosen(''),
  }
}

/** The question whose answers are compared across applicants; empty for the table. Changing it closes the open application. */
function useComparedQuestion(place: ReviewLocation) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const across = query.get('across') ?? ''
  const readAcross = (question_name: string) => {
    const changed = new URLSearchParams(query)
    if (question_name) changed.set('across', question_name)
    else changed.delete('across')
    const to = reviewPath({ ...place, user_session_id: null }) + (changed.size > 0 ? `?${changed}` : '')
    void navigate(to, { replace: place.user_session_id === null })
  }
  return { across, readAcross }
}

/** `rejected.2026-10-01.2026-10-31`. Filtering by decision includes everyone, however long ago they applied. */
function useDecided(place: ReviewLocation) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const decidedText = query.get('decided') ?? ''
  const decided = useMemo(() => {
    const [as, from, to] = decidedText.split('.')
    return DecisionSummary.safeParse({ as, from, to }).data
  }, [decidedText])
  const setDecided = (next: DecisionSummary | null) => {
    const changed = new URLSearchParams(query)
    if (next) changed.set('decided', [next.as, next.from, next.to].join('.'))
    else changed.delete('decided')
    void navigate(`${reviewPath({ ...place, ...(next && { days: ALL_TIME_DAYS }) })}?${changed}`, { replace: true })
  }
  return { decided, decidedText: decided ? decidedText : '', setDecided }
}

function useLicenseFilter() {
  const [text, setLicenses] = useQueryValue('licenses')
  return { licenses: LICENSE_FILTER_NAMES.find((name) => name === text), setLicenses }
}

type AnswerFilter = { question_name: string; answer: 'Yes' | 'No' }

/** `require_sponsorship.Yes,startup_previously.No`. */
function parseAnswerFilter(text: string): AnswerFilter[] {
  return text.split(',').flatMap((one) => {
    const [, question_name, answer] = /^(.+)\.(Yes|No)$/.exec(one) ?? []
    return question_name && answer ? [{ question_name, answer: answer as 'Yes' | 'No' }] : []
  })
}

function formatAnswerFilter(answered: AnswerFilter[]): string {
  return answered.map(({ question_name, answer }) => `${question_name}.${answer}`).join(',')
}

function parseIdOrAll(text: string | undefined): string | null {
  return text === 'all' || /^\d{1,10}$/.test(text ?? '') ? text! : null
}

/** One value of the URL's query; setting it to `fallback` removes it. */
export function useQueryValue(name: string, fallback = ''): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (value: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === fallback) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [query.get(name) ?? fallback, set]
}
