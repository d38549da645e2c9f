import { Checkbox, Group, NativeSelect, Text, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { EmailWriter, PhoneFrame } from '#web/templates/writer/email-writer.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Address } from '#web/layout/address.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { CUSTOM_EMAIL, type EmailChoice } from './use-email-choice.ts'
import type { Person } from './use-decide.tsx'
import classes from './email-part.module.css'
import { Message } from '#web/ui/message/message.tsx'

type Props = { email: EmailChoice; able: Person[]; isBusy: boolean }

/** A decision's email: whether to send it, which one, a confirmation if it doesn't match the status, and the recipients. */
export function EmailPart({ email, able, isOptional, isBusy }: Props & { isOptional: boolean }): ReactNode {
  const { chosen, isOn, misfits, names, preview } = email
  const isMany = able.length > 1
  const name = chosen === CUSTOM_EMAIL ? null : chosen
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        {isOptional && (
          <Checkbox
            label={name ? `Send the '${name}' email${isMany ? ' to each applicant' : ''}` : 'Send an email'}
            checked={isOn}
            onChange={(event) => email.setOn(event.currentTarget.checked)}
            disabled={isBusy}
            aria-keyshortcuts="e"
          />
        )}
        {isOn && (
          <NativeSelect
            label="Template"
            data={[...(chosen ? [] : [{ value: '', label: 'Choose a template' }]), ...names, { value: CUSTOM_EMAIL, label: 'None: write your own' }]}
            value={chosen ?? ''}
            onChange={(event) => email.choose(event.currentTarget.value || null)}
            disabled={isBusy}
          />
        )}
      </Group>
      {isOn && misfits.length > 0 && (
        <Message tone="warn" role="alert" title={`'${chosen}' isn't written for ${misfits.length === 1 ? "this applicant's status" : 'these statuses'}`}>
          <Checkbox
            mt="xs"
            label={`Send it to ${applicantCount(misfits.length)} anyway`}
            checked={email.isInsisted}
            onChange={(event) => email.setInsisted(event.currentTarget.checked)}
          />
        </Message>
      )}
      {isOn && chosen && able.length > 0 && (
        <Text size="sm">
          <strong>To:</strong> {isMany ? `${applicantCount(able.length)}, one email each` : addressOf(preview.data)}
          {preview.data && (
            <>
              {' · replies go to '}
              {isMany ? 'the hiring lead' : <Address>{preview.data.reply_to}</Address>}
            </>
          )}
        </Text>
      )}
    </>
  )
}

/** The email's text, to read and edit. */
export function EmailText({ email, able, isBusy, takesFocus }: Props & { takesFocus: boolean }): ReactNode {
  const { preview, wording, isOn, chosen } = email
  if (!isOn || chosen === null || able.length === 0) return null
  if (preview.error) return <ErrorNotice again={() => void preview.refetch()}>{preview.error.message}</ErrorNotice>
  return (
    <div>
      <EmailWriter wording={wording} preview={<Results email={email} able={able} />} takesFocus={takesFocus} isBusy={isBusy} />
      {preview.data?.feedback && able.length === 1 && (
        <Text size="sm" component="blockquote" m={0} mt="sm" className={classes['feedback'] ?? ''}>
          <strong>Our feedback comes after this text:</strong> {preview.data.feedback}
        </Text>
      )}
    </div>
  )
}

function addressOf(told: { to_name?: string | undefined; to_address?: string | undefined } | undefined): string {
  return told?.to_address ? `${told.to_name} <${told.to_address}>` : "applicant's email (hidden)"
}

/** Shows each person's email, one at a time. */
function Results({ email, able }: { email: EmailChoice; able: Person[] }): ReactNode {
  const [chosen, choose] = useState(able[0]!.user_session_id)
  return (
    <div className={classes['results']}>
      {able.length > 1 && (
        <ul aria-label="Whose email">
          {able.map((one) => (
            <li key={one.user_session_id}>
              <UnstyledButton aria-pressed={one.user_session_id === chosen} onClick={() => choose(one.user_session_id)}>
                {nameOf(one)}
                <Text size="xs" c="dimmed">
                  {one.function_role_name}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Result {...email.asked} {...email.wording.changes} user_session_id={chosen} />
    </div>
  )
}

/** The email as one person gets it, on a phone. */
export function Result(asked: CallInput<typeof previewCandidateEmail>): ReactNode {
  const query = useCall(previewCandidateEmail, asked, { staleTime: 0 })
  return (
    <Loaded query={query} waiting={<Text size="sm">Loading email…</Text>} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(filled) => (
        <div>
          <Text size="sm" mb={4}>
            <strong>Subject:</strong> {filled.subject}
          </Text>
          <PhoneFrame html={filled.html} />
        </div>
      )}
    </Loaded>
  )
}
