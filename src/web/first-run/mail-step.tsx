import type { FirstRunSteps } from '#contract/first-run/first-run.ts'
import type { ReactNode } from 'react'
import { Field, fixedSettingName } from './fields.tsx'

type StepProps = { view: FirstRunSteps }

export function MailForm({ view }: StepProps): ReactNode {
  const { mail, settings, owner } = view
  const by = mail.is_fixed && 'SMTP_URL'
  const field = { view, step: 'mail' as const }
  return (
    <form method="post" action="/first-run/mail">
      <Field {...field} name="smtp_host" label="Mail server" hint="For example, mail.example.com" value={mail.host} fixedBy={by} />
      <Field {...field} name="smtp_port" label="Port" hint="587, or 465 for a server that starts with TLS" value={mail.port} fixedBy={by} />
      <Field {...field} name="smtp_user" label="User" hint="Leave empty if the server doesn't need one" value={mail.user} fixedBy={by} />
      <Field
        {...field}
        name="smtp_password"
        label="Password"
        hint={mail.has_password ? 'Saved. Enter it again only to change it or to use another server or user.' : ''}
        type="password"
        autoComplete="new-password"
        fixedBy={by}
      />
      <Field
        {...field}
        name="MAIL_FROM"
        label="Sender of every email"
        hint="An address, or a name and an address: Example Health Careers <careers@example.com>"
        value={settings.MAIL_FROM.value}
        fixedBy={fixedSettingName('MAIL_FROM', settings.MAIL_FROM)}
      />
      <Field {...field} name="test_to" label="Your own address, for a test email" type="email" autoComplete="email" value={owner ?? ''} />
      <p className="actions">
        <button type="submit" className="button">
          Save
        </button>
        <button type="submit" className="button quiet" formAction="/first-run/mail-test">
          Send a test to me
        </button>
      </p>
    </form>
  )
}

export function Records({ view: { records, done } }: StepProps): ReactNode {
  if (!records)
    return (
      done.mail && (
        <p>
          <a href="/first-run/mail?records#records">Look up SPF, DKIM and DMARC</a>, which large providers require.
        </p>
      )
    )
  return (
    <dl id="records">
      {records.map(({ check, sentence }) => (
        <div key={check}>
          <dt>{check}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}
