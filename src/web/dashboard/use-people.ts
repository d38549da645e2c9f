import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { findApplicants, MIN_SEARCH_LENGTH } from '#contract/applicants/find-applicants.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { REVIEW } from '#web/applicants/filters/use-filters.ts'
import { useCall } from '#web/ui/use-call.ts'

const PAUSE_MS = 120
/** From any time, because how long ago someone applied isn't shown while names are hidden. */
const EVER = 36_500

/** Applicants of all roles: by alias and number, and by name and email while names are shown; then also everything about one person. */
export function usePeople(role: StaffRole, query: string): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const [identifiable] = useIdentities()
  const [text] = useDebouncedValue(query.trim(), PAUSE_MS)
  const isAsked = role === 'admin' && text.length >= MIN_SEARCH_LENGTH
  const { data = [] } = useCall(findApplicants, { text, identifiable }, { enabled: isAsked })
  const found = (isAsked ? data : []).map((one) => ({ ...one, label: nameOf({ first_name: null, last_name: null, alias: '', ...one }) }))
  const people = identifiable ? [...new Map(found.map((one) => [one.label, one])).values()] : []
  // The server may have matched text that isn't shown here.
  const keywords = query
  return [
    {
      group: 'Applicants',
      actions: found.map((one) => ({
        id: `applicant-${one.user_session_id}`,
        label: one.label,
        description: `${one.function_role_name} · ${one.application_status}`,
        keywords,
        onClick: () => void navigate(`${REVIEW}/${one.ref_function_role_id}/all/${EVER}/${one.user_session_id}`),
      })),
    },
    {
      group: 'People',
      actions: people.map(({ user_session_id, label }) => ({
        id: `person-${user_session_id}`,
        label,
        description: 'All applications, emails, files, interviews and decisions of this person',
        keywords,
        onClick: () => void navigate(`/admin/person/${user_session_id}`),
      })),
    },
  ]
}
