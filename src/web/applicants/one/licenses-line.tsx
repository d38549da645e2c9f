import { Anchor, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { readApplicantLicenses } from '#contract/licenses/licenses.ts'
import { useCall } from '#web/ui/use-call.ts'

/** Which of the role's states the applicant's licenses cover, for roles that need a license. */
export const LicensesLine = memo(function LicensesLine({ applicant }: { applicant: Applicant }): ReactNode {
  const { user_session_id: id } = applicant
  const { data } = useCall(readApplicantLicenses, { id, identifiable: false })
  if (!data || (data.role_states.length === 0 && !data.is_given)) return null
  const isKnown = data.is_given && data.coverage !== null
  return (
    <Text size="sm" my="sm">
      {isKnown ? data.coverage!.sentence : data.is_given ? `${data.licenses.length} listed.` : 'No licenses listed yet.'}{' '}
      <Anchor component={Link} to={`/admin/applications/${id}/licenses`} size="sm" underline="always">
        Licenses
      </Anchor>
    </Text>
  )
})
