import { Button, Card, Checkbox, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { closeExclusionMatch, listExclusionMatches, loadExclusions, type ExclusionMatch } from '#contract/licenses/law-and-lists.ts'
import { formatDay } from '#contract/time-zone.ts'
import { call } from '#web/call.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { isAnswered, Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { useRecordForm } from './use-record-form.ts'
import { Empty } from '#web/ui/message/empty.tsx'

const OIG = 'https://exclusions.oig.hhs.gov'

/** Possible matches with the exclusion list, for the one person who compares them with the source. */
export function ExclusionsScreen(): ReactNode {
  const matches = useCall(listExclusionMatches, {})
  return (
    <Stack maw={760}>
      <ArrivalTitle>Exclusion List</ArrivalTitle>
      <Text>
        People in panel interviews and with accepted offers are compared with the exclusion list by NPI and by name. A name is only a hint: compare with{' '}
        <a href={OIG} target="_blank" rel="noreferrer">
          the OIG's search
        </a>
        , which can confirm a match, and close it with what you found. Nothing you do here changes an application, and a match is shown to one owner only.
      </Text>
      <Loaded query={matches} waiting={<Skeleton height={160} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => <Matches matches={found} />}
      </Loaded>
      {isAnswered(matches) && <LoadForm />}
    </Stack>
  )
}

/** Any owner can load the monthly file; only the person responsible for exclusions sees its matches. */
function LoadForm(): ReactNode {
  const memory = useQueryClient()
  const { wrong, isSaving, onSubmit } = useRecordForm(async ({ list, is_smaller }, form) => {
    const given = { list, ...(is_smaller && { is_smaller }) }
    const { rows } = await call(loadExclusions, given as never, { retries: 0 })
    form.reset()
    notify(rows === 1 ? '1 person is on the list now.' : `${rows.toLocaleString('en-US')} people are on the list now.`)
    await memory.invalidateQueries({ queryKey: keyOf(listExclusionMatches) })
  })
  return (
    <form onSubmit={onSubmit} aria-label="Load the monthly list">
      <Stack gap="sm" maw={480} mt="lg">
        <Title order={2} size="h4">
          Load the monthly list
        </Title>
        <TextInput
          name="list"
          type="file"
          accept=".csv,text/csv"
          label="The OIG's file (UPDATED.csv)"
          description="It replaces the last one, entirely or not at all. Birth dates and addresses aren't kept."
          error={wrong['list']}
          required
        />
        <Checkbox name="is_smaller" value="yes" label="This list should be much smaller than the last one" />
        <div>
          <Button type="submit" loading={isSaving}>
            Load list
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Matches({ matches }: { matches: ExclusionMatch[] }): ReactNode {
  const [open, closed] = [matches.filter((one) => one.closed_at === null), matches.filter((one) => one.closed_at !== null)]
  return (
    <>
      {open.length === 0 && <Empty isPart>You have no open matches.</Empty>}
      {open.map((one) => (
        <Match key={one.exclusion_match_id} match={one} />
      ))}
      {closed.length > 0 && (
        <Title order={2} size="h4" mt="md">
          Closed
        </Title>
      )}
      {closed.map((one) => (
        <Match key={one.exclusion_match_id} match={one} />
      ))}
    </>
  )
}

function Match({ match }: { match: ExclusionMatch }): ReactNode {
  const { user_session_id, alias, function_role_name, matched_on, excluded_name, exclusion_type, excluded_on, closed_at, closed_reason } = match
  return (
    <Card withBorder component="article" aria-label={`Possible match for ${alias}`}>
      <Text fw={600}>
        <Link to={`/admin/applications/all/all/36500/${user_session_id}`}>{alias}</Link>, {function_role_name}
      </Text>
      <Text size="sm">
        {matched_on === 'npi' ? 'The same NPI as' : 'A name like'} {excluded_name} on the list, excluded under {exclusion_type || 'an unnamed section'}
        {excluded_on && ` on ${formatDay(excluded_on)}`}.
      </Text>
      {closed_at === null ? (
        <CloseForm id={match.exclusion_match_id} alias={alias} />
      ) : (
        <Text size="sm" c="dimmed">
          Closed on {day(closed_at)}: {closed_reason}
        </Text>
      )}
    </Card>
  )
}

function CloseForm({ id, alias }: { id: number; alias: string }): ReactNode {
  const memory = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function close(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    setBusy(true)
    const done = await call(closeExclusionMatch, { id, reason }, { retries: 0 }).then(
      () => true,
      (failure: unknown) => (warn(errorMessage(failure)), false),
    )
    if (done) notify('Match closed.')
    setBusy(false)
    await memory.invalidateQueries({ queryKey: keyOf(listExclusionMatches) })
  }
  return (
    <form onSubmit={(event) => void close(event)}>
      <Textarea name="reason" label="What you found" required autosize minRows={2} mt="sm" />
      <Button type="submit" size="xs" mt="xs" loading={isBusy} aria-label={`Close the match for ${alias}`}>
        Close match
      </Button>
    </form>
  )
}

function day(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long' })
}
