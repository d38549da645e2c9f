import { Box, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { nameOf, readApplicant } from '#contract/applicants/applicants.ts'
import type { Output } from '#contract/endpoint.ts'
import { listSuggestions, suggestionEmail, suggestRole, type RoleSuggestion } from '#contract/candidate/suggestions.ts'
import { EmailForm } from '#web/applicants/decide/email-form.tsx'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { call } from '#web/call.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

/** Suggests another role to an applicant, who responds on their own page. */
export function SuggestScreen(): ReactNode {
  const id = Number(useParams()['user_session_id'])
  const [identifiable] = useShowNames()
  const applicant = useCall(readApplicant, { id, identifiable })
  const suggestions = useCall(listSuggestions, { id })
  return (
    <Stack maw={860}>
      <ArrivalTitle>Suggest another role</ArrivalTitle>
      <Loaded query={applicant} waiting={<Skeleton height={24} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <Text>
            <Link to={`/admin/applications/all/all/36500/${id}`}>{nameOf(found)}</Link>, {found.function_role_name}
          </Text>
        )}
      </Loaded>
      <Loaded query={suggestions} waiting={<Skeleton height={120} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <>
            <SuggestForm id={id} identifiable={identifiable} found={found} />
            <SuggestedRoles suggestions={found.suggestions} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type Suggestions = Output<typeof listSuggestions>

function SuggestForm({ id, identifiable, found }: { id: number; identifiable: boolean; found: Suggestions }): ReactNode {
  const [chosen, choose] = useState('')
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const role = found.roles.find((one) => String(one.ref_function_role_id) === chosen)
  if (found.refusal) return <Empty>{found.refusal}</Empty>
  if (found.roles.length === 0) return <Empty>No other role accepts applications right now.</Empty>
  if (isOpen && role) {
    const { ref_function_role_id } = role
    const draft = suggestionEmail(role, `${window.location.origin}/roles/${ref_function_role_id}`)
    const form = { id, identifiable, draft, about: `role ${chosen}`, label: 'Email about another role', onDone: () => setOpen(false) }
    const send = async (words: { subject: string; html: string }) => {
      const said = await call(suggestRole, { id, ref_function_role_id, ...words }, { retries: 0 })
      await client.invalidateQueries({ queryKey: keyOf(listSuggestions) })
      return said
    }
    return <EmailForm {...form} send={send} />
  }
  return (
    <>
      <Text size="sm">
        They answer on their own page. If they say yes, a new application is added with their resume and their answers to the questions that both roles ask.
      </Text>
      <Group align="end">
        <NativeSelect
          label="Role"
          data={[
            { value: '', label: 'Choose a role' },
            ...found.roles.map((one) => ({ value: String(one.ref_function_role_id), label: one.function_role_name })),
          ]}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button onClick={() => setOpen(true)} disabled={!role}>
          Write the email
        </Button>
      </Group>
    </>
  )
}

const STATE_WORDS: Record<RoleSuggestion['state'], string> = {
  waiting: "The email hasn't been sent.",
  open: 'Not answered yet.',
  yes: 'They said yes.',
  no: 'They said no.',
  expired: "They didn't answer in time.",
}

function SuggestedRoles({ suggestions }: { suggestions: RoleSuggestion[] }): ReactNode {
  if (suggestions.length === 0) return null
  return (
    <section aria-label="Previous suggestions">
      <Text fw={600}>Previous suggestions</Text>
      <ul className="plain-list">
        {suggestions.map((one) => (
          <Box component="li" mt="xs" key={one.role_suggestion_id}>
            {one.function_role_name}. {STATE_WORDS[one.state]}
            <Text size="sm" c="dimmed">
              {one.suggested_by_email}, <DateTime at={one.created_at} />
            </Text>
          </Box>
        ))}
      </ul>
    </section>
  )
}
