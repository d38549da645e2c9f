import { Alert, Checkbox, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '#web/applicants/applicant-words.ts'
import type { PlanDraft } from '#web/interviewers/plan-fields.tsx'
import { EmailFrame } from './email-frame.tsx'
import type { EmailChoice } from './use-email-choice.ts'
import type { Person } from './use-decide.ts'

type Props = { email: EmailChoice; able: Person[]; isOptional: boolean; identifiable: boolean; isBusy: boolean; plan: PlanDraft | null }

/** A decision's email: whether, which one, a confirmation when it doesn't match, and a preview. */
export function EmailPart({ email, able, isOptional, identifiable, isBusy, plan }: Props): ReactNode {
  const { chosen, isOn, misfits, names } = email
  const first = able[0]
  const isMany = able.length > 1
  return (
    <>
      {isOptional && (
        <Checkbox
          label={chosen ? `Send the '${chosen}' email${isMany ? ' to each of them' : ''}` : 'Send an email'}
          checked={isOn}
          onChange={(event) => email.setOn(event.currentTarget.checked)}
          disabled={isBusy}
          aria-keyshortcuts="e"
        />
      )}
      {isOn && (
        <NativeSelect
          label="Template"
          data={[...(chosen ? [] : [{ value: '', label: 'Choose a template' }]), ...names]}
          value={chosen ?? ''}
          onChange={(event) => email.choose(event.currentTarget.value || null)}
          disabled={isBusy}
        />
      )}
      {isOn && misfits.length > 0 && (
        <Alert color="yellow" role="alert" title={`'${chosen}' isn't written for ${misfits.length === 1 ? "this applicant's status" : 'these statuses'}`}>
          <Checkbox
            mt="xs"
            label={`Send it to ${counted(misfits.length)} anyway`}
            checked={email.isInsisted}
            onChange={(event) => email.setInsisted(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {isOn && chosen && first && !isBusy && (
        <EmailFrame
          user_session_id={first.user_session_id}
          template_name={chosen}
          identifiable={identifiable && !isMany}
          {...(plan && { planned: plan.parts.map(({ ref_interview_id, minutes }) => ({ ref_interview_id, minutes })) })}
          {...(isMany && { note: `${counted(able.length)}. Preview for the first; name hidden` })}
        />
      )}
    </>
  )
}
