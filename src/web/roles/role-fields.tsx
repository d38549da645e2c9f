import { Box, Fieldset, Group, Radio, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_STATES, RoleState, missingFields, type FunctionRole } from '#contract/roles.ts'
import { readRoleCoverage } from '#contract/licenses/role-coverage.ts'
import { formatDay } from '#contract/time-zone.ts'
import { MomentField } from '#web/ui/editor/moment-field.tsx'
import { textField, type Fields } from '#web/ui/editor/editor-form.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { toPreview, coverageLines, hasPay, LABELS, WAITING_LABELS, type RoleWords } from './role-text.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = Fields<RoleWords>

export function LeadFields(fields: Props): ReactNode {
  return (
    <Stack gap="md">
      <TextInput label={LABELS.hiring_lead_email} type="email" required {...textField(fields, 'hiring_lead_email')} />
      <TextInput label={LABELS.hiring_lead_name} required {...textField(fields, 'hiring_lead_name')} />
      <TextInput label={LABELS.function_role_name} required {...textField(fields, 'function_role_name')} />
    </Stack>
  )
}

const LINES = 'Each line becomes a bullet; bullets or dashes at the start are removed. HTML lists stay as is.'
const TEXTS = [
  { name: 'function_role_description', rows: 5, help: 'A blank line starts a new paragraph. The role card shows the first two lines.' },
  { name: 'function_role_responsibilities', rows: 6, help: LINES },
  { name: 'function_role_requirements', rows: 6, help: LINES },
] as const

export function TextFields(fields: Props): ReactNode {
  return (
    <Stack gap="md">
      {TEXTS.map(({ name, rows, help }) => (
        <Textarea key={name} label={LABELS[name]} description={help} autosize minRows={rows} maxRows={24} {...textField(fields, name)} />
      ))}
    </Stack>
  )
}

const FACETS = [
  { name: 'department', help: 'Groups openings, such as Nursing' },
  { name: 'specialty', help: 'For example, Pediatrics or Oncology' },
  { name: 'shift', help: 'For example, Days, Nights or Weekends' },
  { name: 'license_states', help: 'Two-letter codes, such as TX, CA' },
] as const

/** The facets candidates use to filter openings. */
export function FacetFields(fields: Props): ReactNode {
  return (
    <Fieldset legend="In the list of openings" miw={0}>
      <Group align="start" grow preventGrowOverflow={false} gap="sm">
        {FACETS.map(({ name, help }) => (
          <TextInput key={name} label={LABELS[name]} description={help} miw="10rem" {...textField(fields, name)} />
        ))}
      </Group>
    </Fieldset>
  )
}

/** How many interviewing candidates cover each of the role's states, starting with states that no one covers. */
export function RoleLicenses({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const { data } = useCall(readRoleCoverage, { id })
  if (!data || data.role_states.length === 0) return null
  const { facts_seen_on } = data
  return (
    <Box component="section" my="sm" aria-labelledby="role-licenses">
      <Title order={3} size="h5" id="role-licenses">
        Licenses of the people interviewing
      </Title>
      {coverageLines(data).map((line) => (
        <Text size="sm" key={line}>
          {line}
        </Text>
      ))}
      {facts_seen_on && <Text size="sm">Our compact data was last checked on {formatDay(facts_seen_on)}. Check it before you rely on this.</Text>}
    </Box>
  )
}

export function PayFields(fields: Props): ReactNode {
  const { text, set, idOf } = fields
  return (
    <Fieldset legend="Pay range" miw={0}>
      <Group align="start" grow preventGrowOverflow={false} gap="sm">
        {(['salary_min', 'salary_max'] as const).map((name) => (
          <TextInput key={name} label={LABELS[name]} inputMode="decimal" miw="7rem" {...textField(fields, name)} />
        ))}
        <TextInput
          label={LABELS.salary_currency}
          maxLength={3}
          miw="5rem"
          {...textField(fields, 'salary_currency')}
          onChange={(event) => set({ salary_currency: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          id={idOf('salary_unit')}
          label={LABELS.salary_unit}
          miw="7rem"
          allowDeselect={false}
          value={text.salary_unit}
          onChange={(unit) => set({ salary_unit: unit as RoleWords['salary_unit'] })}
          data={[
            { value: 'YEAR', label: 'year' },
            { value: 'HOUR', label: 'hour' },
          ]}
        />
      </Group>
      {!hasPay(text) && <NoPay />}
    </Fieldset>
  )
}

export function NoPay(): ReactNode {
  return (
    <Message tone="warn" mt="md" title="No pay range set">
      Several US states require a pay range in postings for any job that can be done there, including remote jobs.
    </Message>
  )
}

/** Whether software can draft rationales about this role's applicants. */
export function SoftwareFields({ text, set }: Props): ReactNode {
  return (
    <Fieldset legend="Interview feedback" miw={0}>
      <Switch
        label={LABELS.generated_rationale_flag}
        description="Off: people write every rationale for this role's applicants."
        checked={text.generated_rationale_flag}
        onChange={(event) => set({ generated_rationale_flag: event.currentTarget.checked })}
      />
    </Fieldset>
  )
}

export type WriteEmail = (props: { changes: RoleWords['waiting_email']; onChange: (changes: RoleWords['waiting_email']) => void }) => ReactNode
type OpeningProps = Props & {
  /** The email to waiting applicants, to review and edit; passed in by the table of screens, because roles don't know about applicants. */
  ClosingEmail: WriteEmail
  /** As stored; null for a new role. */
  role: FunctionRole | null
  isClosing: boolean
}

const STATE_HELP: Record<RoleState, string> = {
  draft: 'Only staff and people with the preview link can see it.',
  published: 'Listed, and open to applicants.',
  paused: "Its page stays up and says it isn't accepting applications right now.",
  closed: "It isn't listed and isn't accepting applications.",
}

/** Two lines, so it's easy to tap. */
function StateLabel({ state }: { state: RoleState }): ReactNode {
  return (
    <Box component="span" display="block" mih="2.75rem">
      {ROLE_STATES[state].label}
      <Text span display="block" size="sm" c="dimmed">
        {STATE_HELP[state]}
      </Text>
    </Box>
  )
}

function StateChoice({ text, faults, set, idOf, role }: Props & Pick<OpeningProps, 'role'>): ReactNode {
  const now = role?.state ?? null
  const states = now === null ? (['published', 'draft'] as const) : RoleState.options.filter((one) => one === now || ROLE_STATES[now].next.includes(one))
  const missing = now === 'draft' ? missingFields({ ...toPreview(text), asked_questions: role!.asked_questions }) : []
  return (
    <>
      <Radio.Group label={LABELS.state} value={text.state} error={faults['state']} onChange={(state) => set({ state: state as RoleState })}>
        <Stack gap="xs" mt="xs">
          {states.map((state, place) => (
            <Radio key={state} value={state} label={<StateLabel state={state} />} {...(place === 0 && { id: idOf('state') })} />
          ))}
        </Stack>
      </Radio.Group>
      {missing.length > 0 && (
        <Text size="sm" mt="sm">
          Missing: {missing.map(({ message }) => message).join('. ')}.
        </Text>
      )}
    </>
  )
}

/** When candidates can see the role, and who is still owed a reply after it closes. */
export function OpeningFields({ text, faults, set, idOf, role, isClosing, ClosingEmail }: OpeningProps): ReactNode {
  const { unanswered_applicants: unanswered = 0, ref_function_role_id = null } = role ?? {}
  const people = unanswered === 1 ? '1 applicant is' : `${unanswered} applicants are`
  const link = ref_function_role_id && unanswered > 0 && <Link to={`/admin/applications/${ref_function_role_id}/all/36500`}>See the applicants</Link>
  return (
    <Fieldset legend="On the careers page" miw={0}>
      <StateChoice text={text} faults={faults} set={set} idOf={idOf} role={role} />
      <Group align="start" grow preventGrowOverflow={false} gap="sm" mt="md">
        {text.state !== 'draft' && (
          <MomentField
            id={idOf('published_at')}
            label={LABELS.published_at}
            description="Leave empty to publish now"
            value={text.published_at}
            error={faults['published_at']}
            onChange={(published_at) => set({ published_at })}
          />
        )}
        <MomentField
          id={idOf('closes_at')}
          label={LABELS.closes_at}
          description="Leave empty to close it yourself"
          value={text.closes_at}
          error={faults['closes_at']}
          onChange={(closes_at) => set({ closes_at })}
        />
      </Group>
      <Group align="start" grow preventGrowOverflow={false} gap="sm" mt="md">
        <TextInput
          label={LABELS.reply_within_days}
          description="Leave empty to use the default"
          inputMode="numeric"
          {...textField({ text, faults, set, idOf }, 'reply_within_days')}
        />
        <TextInput
          label={LABELS.openings}
          description={role && role.filled_openings > 0 ? `Leave empty for no limit. Filled: ${role.filled_openings}` : 'Leave empty for no limit'}
          inputMode="numeric"
          {...textField({ text, faults, set, idOf }, 'openings')}
        />
      </Group>
      <div role="status">
        {isClosing && unanswered > 0 ? (
          <Message tone="warn" role="presentation" mt="md" title="This closes the role">
            {people} still waiting for a reply. {link}
          </Message>
        ) : (
          ref_function_role_id && (
            <Text size="sm" mt="md">
              {unanswered === 0 ? 'No one is waiting for a reply.' : <>{people} still waiting for a reply. </>}
              {link}
            </Text>
          )
        )}
      </div>
      {(isClosing && unanswered > 0) || faults['waiting_applicants'] ? (
        <Radio.Group
          label="What should we tell the applicants who are waiting?"
          mt="md"
          value={text.waiting_applicants}
          error={faults['waiting_applicants']}
          onChange={(choice) => set({ waiting_applicants: choice as keyof typeof WAITING_LABELS })}
        >
          <Stack gap="xs" mt="xs">
            {Object.entries(WAITING_LABELS).map(([choice, label], place) => (
              <Radio key={choice} value={choice} label={label} {...(place === 0 && { id: idOf('waiting_applicants') })} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
      {isClosing && text.waiting_applicants === 'email' && (
        <Box mt="md">
          <ClosingEmail changes={text.waiting_email} onChange={(waiting_email) => set({ waiting_email })} />
        </Box>
      )}
    </Fieldset>
  )
}
