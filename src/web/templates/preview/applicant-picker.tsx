import { Checkbox, Group, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { EMAIL_MASK, NAME_MASK, listApplicants, type Applicant } from '#contract/applicants/applicants.ts'
import type { CandidateInfo } from '#contract/templates/preview.ts'
import { useCall } from '#web/ui/use-call.ts'

const LATEST = 100

/** Whose email is previewed: sample values, or one of the latest applicants, by alias unless names are requested. */
export function ApplicantPicker({ onChoose }: { onChoose: (candidate: CandidateInfo | undefined) => void }): ReactNode {
  const [identifiable, setIdentifiable] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isOpened, setOpened] = useState(false)
  const { data: applicants = [] } = useCall(listApplicants, { roleId: 'all', days_ago: 90, limit: LATEST, identifiable }, { enabled: isOpened })

  function choose(id: string | null, known: Applicant[]): void {
    setChosen(id)
    const applicant = known.find((one) => String(one.user_session_id) === id)
    onChoose(applicant && infoOf(applicant))
  }
  return (
    <Group align="end">
      <Select
        label="Preview with"
        placeholder="Sample values"
        value={chosen}
        data={applicants.map((one) => ({ value: String(one.user_session_id), label: `${nameOf(one)}, ${one.function_role_name}` }))}
        onChange={(id) => choose(id, applicants)}
        onDropdownOpen={() => setOpened(true)}
        nothingFoundMessage="No applicants"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Use sample values' }}
      />
      <Checkbox
        label="Show identifiable information"
        checked={identifiable}
        onChange={(event) => {
          setIdentifiable(event.currentTarget.checked)
          setChosen(null)
          onChoose(undefined)
        }}
      />
    </Group>
  )
}

function nameOf({ first_name, last_name, alias }: Applicant): string {
  return [first_name, last_name].filter(Boolean).join(' ') || alias
}

function infoOf(applicant: Applicant): CandidateInfo {
  const { user_session_id, ref_function_role_id, function_role_name, hiring_lead_email, hiring_lead_name } = applicant
  const isHidden = applicant.first_name === undefined
  const who = isHidden
    ? { first_name: NAME_MASK, last_name: '', email: EMAIL_MASK }
    : { first_name: applicant.first_name, last_name: applicant.last_name, email: applicant.email }
  return { user_session_id, ref_function_role_id, function_role_name, hiring_lead_email, hiring_lead_name, ...who }
}
