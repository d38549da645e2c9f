import { Group, SegmentedControl, Stack, Switch, Text, Textarea, Checkbox, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { previewDraft, type CandidateDetails, type FilledEmail } from '#contract/templates/preview.ts'
import { call } from '#web/call.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import classes from './email-preview.module.css'
import { previewDocument } from './preview-document.ts'
import { EMAIL_MASK, NAME_MASK, listApplicants, type Applicant } from '#contract/applicants/applicants.ts'
import { useCall } from '#web/ui/use-call.ts'

const PAUSE_MS = 300
type Content = { email_subject: string; email_base_html: string }
type View = 'desktop' | 'phone' | 'text'

/** The email as a candidate would get it, filled in and sanitized by the server. */
export function EmailPreview({ text: { email_subject, email_base_html } }: { text: Content }): ReactNode {
  const [candidate_info, choose] = useState<CandidateDetails | undefined>()
  const [written] = useDebouncedValue<Content>({ email_subject, email_base_html }, PAUSE_MS)
  const input = { ...written, candidate_info }
  const query = useQuery({
    queryKey: [previewDraft.path, input],
    queryFn: ({ signal }) => call(previewDraft, input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <ApplicantPicker onChoose={choose} />
      <Loaded query={query} waiting={<Text>Loading preview…</Text>} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(email) => <RenderedEmail email={email} />}
      </Loaded>
    </Stack>
  )
}

function RenderedEmail({ email }: { email: FilledEmail }): ReactNode {
  const [view, setView] = useState<View>('desktop')
  const [isDark, setDark] = useState(false)
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Preview as"
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
        <Switch label="Dark" checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </Group>
      <Text>
        <strong>Subject:</strong> {email.subject === '' ? '(none)' : email.subject}
      </Text>
      {email.gaps.length > 0 && <Text role="status">Missing for this applicant: {email.gaps.map((name) => `{${name}}`).join(', ')}</Text>}
      {view === 'text' ? (
        <Textarea readOnly autosize minRows={10} maxRows={24} aria-label="The email as plain text" value={email.text} />
      ) : (
        <iframe
          className={classes['frame']}
          data-width={view}
          title="Preview of the email"
          sandbox=""
          srcDoc={previewDocument(email.html, { nonce: styleNonce(), isDark })}
        />
      )}
      {email.html.includes('<img') && (
        <Text size="sm" c="dimmed">
          This preview doesn't load images from other servers.
        </Text>
      )}
    </>
  )
}

const MAX_APPLICANTS = 100

/** Who the preview is for: sample values, or one of the latest applicants, by alias unless names are requested. */
function ApplicantPicker({ onChoose }: { onChoose: (candidate: CandidateDetails | undefined) => void }): ReactNode {
  const [identifiable, setIdentifiable] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isOpened, setOpened] = useState(false)
  const { data: applicants = [] } = useCall(listApplicants, { roleId: 'all', days_ago: 90, limit: MAX_APPLICANTS, identifiable }, { enabled: isOpened })

  function choose(id: string | null, known: Applicant[]): void {
    setChosen(id)
    const applicant = known.find((one) => String(one.user_session_id) === id)
    onChoose(applicant && candidateDetails(applicant))
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

function candidateDetails(applicant: Applicant): CandidateDetails {
  const { user_session_id, ref_function_role_id, function_role_name, hiring_lead_email, hiring_lead_name } = applicant
  const isHidden = applicant.first_name === undefined
  const who = isHidden
    ? { first_name: NAME_MASK, last_name: '', email: EMAIL_MASK }
    : { first_name: applicant.first_name, last_name: applicant.last_name, email: applicant.email }
  return { user_session_id, ref_function_role_id, function_role_name, hiring_lead_email, hiring_lead_name, ...who }
}
