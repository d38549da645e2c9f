import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { meaningOf, POSITION_CLOSED } from '#contract/statuses/statuses.ts'
import { previewDraft } from '#contract/templates/preview.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { listTemplates, readTemplate } from '#contract/templates/templates.ts'
import { ProblemList } from '#web/templates/source/problem-list.tsx'
import { EmailWriter, PhoneFrame } from '#web/templates/writer/email-writer.tsx'
import { useWording, type EmailText } from '#web/templates/writer/use-wording.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'

const PURPOSE = meaningOf(POSITION_CLOSED).offers!
const TEMPLATE = PURPOSES[PURPOSE].template_name
export type ClosingEmailProps = { changes: Partial<EmailText> | null; onChange: (changes: Partial<EmailText> | null) => void }

/** The email that waiting applicants get when their role closes, to review and edit. */
export function ClosingEmail(props: ClosingEmailProps): ReactNode {
  const query = useCall(listTemplates, {})
  return (
    <Loaded query={query} waiting={<Skeleton height={320} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(all) => {
        const template = all.find((one) => one.purpose === PURPOSE)
        return template && !template.disabled_flag ? (
          <TemplateEmail id={template.ref_email_base_id} {...props} />
        ) : (
          <ErrorNotice>{`The template '${template?.email_name ?? TEMPLATE}' is disabled, so this email can't be sent.`}</ErrorNotice>
        )
      }}
    </Loaded>
  )
}

function TemplateEmail({ id, changes, onChange }: ClosingEmailProps & { id: number }): ReactNode {
  const { data } = useCall(readTemplate, { id })
  const source = data ? { template_name: TEMPLATE, template: { subject: data.email_subject, html: data.email_base_html }, values: null } : null
  const wording = useWording(TEMPLATE, source, changes)
  const told = {
    ...wording,
    change: (part: Partial<EmailText>) => {
      wording.change(part)
      onChange({ ...wording.changes, ...part })
    },
    reset: () => {
      wording.reset()
      onChange(null)
    },
  }
  return (
    <>
      <EmailWriter wording={told} preview={wording.words && <Preview {...wording.words} />} />
      <ProblemList problems={wording.problems} />
    </>
  )
}

function Preview({ subject, html }: EmailText): ReactNode {
  const { data } = useCall(previewDraft, { email_subject: subject, email_base_html: html })
  return data && <PhoneFrame html={data.html} />
}
