import { Button, Checkbox, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { INVITATION_DAYS, inviteProspects, listProspects, type Prospect } from '#contract/candidate/prospects.ts'
import { suggestionEmail } from '#contract/candidate/suggestions.ts'
import { listAdminRoles, ROLE_STATES, type FunctionRole } from '#contract/roles.ts'
import { formatDay } from '#contract/time-zone.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import classes from '#web/applicants/decide/bulk-bar.module.css'
import { EmailForm } from '#web/applicants/decide/email-form.tsx'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

type Props = {
  ref_function_role_id: number
  /** Called when someone starts writing an invitation, and when they stop. */
  onWriting?: (isWriting: boolean) => void
}

/** Earlier applicants who agreed to hear about roles like this one, to be invited with an email that someone reviews first. */
export function ProspectsTab({ ref_function_role_id: id, onWriting = () => {} }: Props): ReactNode {
  const roles = useCall(listAdminRoles, {})
  const role = roles.data?.find((one) => one.ref_function_role_id === id)
  const mayInvite = useMay('decide')
  return (
    <Stack maw={760}>
      <Title order={2} size="h3">
        People to invite
      </Title>
      <Text size="sm" c="dimmed">
        Earlier applicants who said we may contact them about other roles and have opened a link in one of our emails. Those whose licenses clearly don't cover
        the role's states aren't listed. Each person gets at most one invitation every {INVITATION_DAYS} days, with a link to unsubscribe.
      </Text>
      {role && !ROLE_STATES[role.state].acceptsApplications && <Empty>Publish the role to see who you can invite.</Empty>}
      {role && ROLE_STATES[role.state].acceptsApplications && mayInvite && <People role={role} onWriting={onWriting} />}
    </Stack>
  )
}

type PeopleProps = { role: FunctionRole; onWriting: (isWriting: boolean) => void }

function People({ role, onWriting }: PeopleProps): ReactNode {
  const [identifiable] = useShowNames()
  const query = useCall(listProspects, { id: role.ref_function_role_id, identifiable })
  return (
    <Loaded query={query} waiting={<Skeleton height={120} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(found) =>
        found.length === 0 ? <Empty>No one to invite right now.</Empty> : <Choice role={role} found={found} identifiable={identifiable} onWriting={onWriting} />
      }
    </Loaded>
  )
}

const displayName = ({ first_name, last_name, alias }: Prospect) => [first_name, last_name].filter(Boolean).join(' ') || alias
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function factsOf({ function_role_name, held, sentence, facts_seen_on, invitable_at }: Prospect): string {
  const age = facts_seen_on && `Compact data as of ${formatDay(facts_seen_on)}.`
  const licenses = held.length > 0 ? [`${held.join(', ')}.`, sentence, age].filter(Boolean).join(' ') : 'No licenses listed.'
  return `Applied for ${function_role_name}. ${licenses}${invitable_at ? ` Invited recently; can be invited again on ${DAY.format(new Date(invitable_at))}.` : ''}`
}

function Choice({ role, found, identifiable, onWriting }: PeopleProps & { found: Prospect[]; identifiable: boolean }): ReactNode {
  const [chosen, choose] = useState<number[]>([])
  const [isWriting, setWriting] = useState(false)
  const client = useQueryClient()
  const { ref_function_role_id: id } = role
  const [first] = chosen
  function write(isStarted: boolean): void {
    setWriting(isStarted)
    onWriting(isStarted)
  }
  async function send(words: { subject: string; html: string }): Promise<{ message: string }> {
    const { results } = await call(inviteProspects, { id, user_session_ids: chosen, ...words }, { retries: 0 })
    const rejected = results.filter(({ status }) => status !== 201)
    if (rejected.length > 0) warn(`${applicantCount(rejected.length)} not invited: ${rejected[0]!.detail}`)
    choose([])
    await client.invalidateQueries({ queryKey: keyOf(listProspects) })
    return { message: `${applicantCount(results.length - rejected.length)} invited.` }
  }
  if (isWriting && first !== undefined) {
    const draft = suggestionEmail(role, `${window.location.origin}/roles/${id}`)
    const label = chosen.length === 1 ? 'Invitation' : `Invitation to ${applicantCount(chosen.length)}: preview for the first person`
    return <EmailForm id={first} identifiable={identifiable} draft={draft} about={`invitation ${id}`} label={label} send={send} onDone={() => write(false)} />
  }
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {found.map((one) => (
          <li key={one.user_session_id}>
            <Checkbox
              label={displayName(one)}
              description={factsOf(one)}
              checked={chosen.includes(one.user_session_id)}
              disabled={one.invitable_at !== null}
              onChange={({ currentTarget: { checked } }) =>
                choose((now) => (checked ? [...now, one.user_session_id] : now.filter((other) => other !== one.user_session_id)))
              }
            />
          </li>
        ))}
      </Stack>
      <div className={classes['bulk']}>
        <Text size="sm">{chosen.length === 0 ? 'No one selected' : `${chosen.length} selected`}</Text>
        <Button onClick={() => write(true)} disabled={chosen.length === 0}>
          Write the invitation
        </Button>
      </div>
    </>
  )
}
