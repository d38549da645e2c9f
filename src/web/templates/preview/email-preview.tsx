import { Group, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { previewDraft, type CandidateInfo, type FilledEmail } from '#contract/templates/preview.ts'
import { call } from '#web/call.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { ApplicantPicker } from './applicant-picker.tsx'
import classes from './email-preview.module.css'
import { previewDocument } from './preview-document.ts'

const PAUSE_MS = 300
type Written = { email_subject: string; email_base_html: string }
type View = 'desktop' | 'phone' | 'text'

/** The email as a candidate would get it, filled in and sanitized by the server. */
export function EmailPreview({ text: { email_subject, email_base_html } }: { text: Written }): ReactNode {
  const [candidate_info, choose] = useState<CandidateInfo | undefined>()
  const [written] = useDebouncedValue<Written>({ email_subject, email_base_html }, PAUSE_MS)
  const input = { ...written, candidate_info }
  const query = useQuery({
    queryKey: [previewDraft.path, input],
    queryFn: ({ signal }) => call(previewDraft, input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <ApplicantPicker onChoose={choose} />
      <Loaded query={query} waiting={<Text>Loading preview …</Text>} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {(email) => <Shown email={email} />}
      </Loaded>
    </Stack>
  )
}

function Shown({ email }: { email: FilledEmail }): ReactNode {
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
