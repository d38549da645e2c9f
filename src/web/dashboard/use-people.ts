import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { findApplicants, MIN_SEARCH_LENGTH, type FoundApplicant } from '#contract/applicants/find-applicants.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { ALL_TIME_DAYS, REVIEW } from '#web/applicants/filters/use-filters.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { dayOf } from '#web/ui/clock.ts'
import { useCall } from '#web/ui/use-call.ts'

const PAUSE_MS = 120

/** The group of the one row that offers a search by name. */
export const NAME_SEARCH_GROUP = 'By name'

type People = {
  groups: SpotlightActionGroupData[]
  /** Whether the search by name is offered, and whether all other matches are known. */
  isOffered: boolean
  isSettled: boolean
  /** The search by name was made, so only its matches are shown. */
  isNamed: boolean
  isSearching: boolean
  failure: string | null
}

/**
 * Applicants for all roles: by alias, reference and number, plus name and contact details while names are shown. While names are hidden, a single
 * search by name is offered: it's audited, shows only its matches, and opens them with names hidden.
 */
export function usePeople(role: StaffRole, query: string): People {
  const [identifiable] = useShowNames()
  const mayRead = useMay('read')
  const typed = query.trim()
  const [text] = useDebouncedValue(typed, PAUSE_MS)
  const [asked, ask] = useState<string | null>(null)
  const canSearch = role === 'admin' && mayRead && typed.length >= MIN_SEARCH_LENGTH
  const isNamed = canSearch && asked === typed
  const quiet = useCall(findApplicants, { text, identifiable }, { enabled: canSearch && !isNamed && text.length >= MIN_SEARCH_LENGTH })
  // Never repeated automatically, and discarded with the palette: each search is a row in the audit trail.
  const named = useCall(findApplicants, { text: typed, identifiable: true }, { enabled: isNamed, staleTime: Infinity, gcTime: 0, retry: false })
  const { data = [], error } = isNamed ? named : quiet
  const found = useRows(canSearch ? data : [], query)
  const isOffered = canSearch && !identifiable && !isNamed
  return {
    groups: [
      { group: NAME_SEARCH_GROUP, actions: isOffered ? [offerOf(query, () => ask(typed))] : [] },
      { group: 'Applicants', actions: found.applicants },
      { group: 'People', actions: identifiable ? found.people : [] },
    ],
    isOffered,
    isSettled: text === typed && !quiet.isFetching,
    isNamed,
    failure: isNamed && error ? error.message : null,
    isSearching: isNamed && named.isPending,
  }
}

/** For each match, one entry opens the application and another the person. The server may have matched text that isn't shown here. */
function useRows(found: FoundApplicant[], keywords: string) {
  const navigate = useNavigate()
  const named = found.map((one) => ({ ...one, label: nameOf({ first_name: null, last_name: null, alias: '', ...one }) }))
  // Covers all time, because how long ago someone applied isn't shown while names are hidden.
  const open = (one: FoundApplicant) => void navigate(`${REVIEW}/${one.ref_function_role_id}/all/${ALL_TIME_DAYS}/${one.user_session_id}`)
  return {
    applicants: named.map((one) => ({
      id: `applicant-${one.user_session_id}`,
      label: one.label,
      description: factsOf(one),
      keywords,
      onClick: () => open(one),
    })),
    people: named.map(({ user_session_id, label }) => ({
      id: `person-${user_session_id}`,
      label,
      description: "This person's applications, emails, files, interviews and decisions",
      keywords,
      onClick: () => void navigate(`/admin/person/${user_session_id}`),
    })),
  }
}

function offerOf(keywords: string, onClick: () => void) {
  const description = 'Recorded in the audit trail. Names are hidden again in what you open.'
  return { id: 'search-names', label: 'Search names and contact details', description, keywords, closeSpotlightOnTrigger: false, onClick }
}

function factsOf({ function_role_name, application_status, last_activity_at, applications }: FoundApplicant): string {
  const facts = [function_role_name, application_status]
  if (last_activity_at) facts.push(`last activity ${dayOf(last_activity_at)}`)
  if (applications && applications > 1) facts.push(`${applications} applications`)
  return facts.join(' · ')
}
