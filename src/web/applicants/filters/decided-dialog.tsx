import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Decided } from '#contract/applicants/applicant-list.ts'
import { longDay } from '#contract/time-zone.ts'
import type { Filters } from './use-filters.ts'

const WORDS: Record<Decided['as'], string> = {
  rejected: 'Rejected',
  invited: 'Invited',
  closed: 'Position closed',
  declined: 'Declined an offer',
  accepted: 'Accepted an offer',
  withdrawn: 'Withdrew',
  any: 'Any decision',
}

/** `Rejected: October 1, 2026, through October 31, 2026`. */
export function decidedWords({ as, from, to }: Decided): string {
  const day = (text: string) => longDay('UTC', text)
  return `${WORDS[as]}: ${from === to ? day(from) : `${day(from)}, through ${day(to)}`}`
}

/** Asks what was decided, and between which two dates. */
export function DecidedDialog({ filters, onClose }: { filters: Filters; onClose: () => void }): ReactNode {
  const [asked, setAsked] = useState<Decided>(() => filters.decided ?? { as: 'rejected', ...lastMonth(new Date()) })
  const [fault, setFault] = useState<string | null>(null)
  const set = (change: Partial<Decided>) => {
    setAsked({ ...asked, ...change })
    setFault(null)
  }
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      required
      value={asked[name]}
      error={name === 'to' && fault}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Modal opened onClose={onClose} title="Decided in a date range" centered>
      <form
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          const { data, error } = Decided.safeParse(asked)
          if (!data) return setFault(error.issues[0]!.message)
          filters.setDecided(data)
          onClose()
        }}
      >
        <Stack gap="sm">
          <NativeSelect
            label="Decision"
            data={Decided.shape.as.options.map((value) => ({ value, label: WORDS[value] }))}
            value={asked.as}
            onChange={(event) => set({ as: event.currentTarget.value as Decided['as'] })}
            data-autofocus
          />
          <Group grow>
            {day('from', 'From')}
            {day('to', 'Through')}
          </Group>
          <Text size="sm" c="dimmed">
            Filters by decision date, not by application date. Undone decisions don’t count.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Show</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** From the first day of last month through its last. */
function lastMonth(now: Date): { from: string; to: string } {
  const day = (month: number, date: number) => new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  return { from: day(now.getMonth() - 1, 1), to: day(now.getMonth(), 0) }
}
