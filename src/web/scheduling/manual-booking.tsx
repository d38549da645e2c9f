import { Button, Group, Modal, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listInterviewers } from '#contract/interviewers.ts'
import { bookByHand, listFreeTimes } from '#contract/scheduling/manual-booking.ts'
import { interviewersOf, MAX_INTERVIEWERS, readPlan, readWeek, type Booking } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { instantOfInput, localInput, timeOf } from '#web/ui/clock.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import classes from './booking-lines.module.css'
import { ownZone } from './week-days.ts'

type Interview = Pick<Booking, 'user_session_id' | 'ref_interview_id' | 'interview_name'>
type CurrentBooking = Pick<Booking, 'starts_at' | 'ref_interviewer_id' | 'other_interviewers' | 'proposed_at'>
type Props = {
  interview: Interview
  /** Null if it isn't booked yet. */
  booked: CurrentBooking | null
  /** Includes the candidate's name, for lists with several. */
  of?: string
}

/** A button that books an interview at an agreed time, moves it, or reassigns it. */
export function ManualBooking({ interview, booked, of }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const act = booked ? 'Change' : 'Book'
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        className={classes['act'] ?? ''}
        aria-label={of && `${act} ${interview.interview_name} with ${of}`}
        onClick={() => setOpen(true)}
      >
        {of && booked ? act : `${act} ${interview.interview_name}`}
      </Button>
      {isOpen && <BookingDialog title={`${act} ${interview.interview_name}`} interview={interview} shown={booked} onDone={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { title: string; interview: Interview; shown: CurrentBooking | null; onDone: () => void }

/** Changes what was booked when it was opened: if someone else has moved it since, saving is rejected. */
function BookingDialog({ title, interview, shown, onDone }: DialogProps): ReactNode {
  const [booked] = useState(shown)
  const slot = useSlot(booked)
  const { who, others, starts_at } = slot
  const count = useCount(interview)
  const save = useSave(interview, booked, onDone)
  const isReady = who !== null && starts_at !== null
  const hasOthers = count > 1 || others.length > 0
  const closing = guardClosing(slot.isChanged, onDone)
  return (
    <Modal opened {...closing} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) save.mutate({ ref_interviewer_id: who, starts_at, ...(hasOthers && { other_interviewer_ids: others }) })
        }}
      >
        <Stack gap="sm">
          <SlotFields interview={interview} slot={slot} isNew={booked === null} count={hasOthers ? count : null} />
          <Text size="sm">{nextStepText(booked, slot)}</Text>
          {save.error && <ErrorNotice>{errorMessage(save.error)}</ErrorNotice>}
          <Group justify="flex-end">
            <Button variant="default" onClick={closing.onClose}>
              Close
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isReady}>
              {booked ? 'Save the change' : 'Book this time'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Who interviews when, as chosen so far. */
function useSlot(booked: CurrentBooking | null) {
  const [first] = useState({ who: booked?.ref_interviewer_id ?? null, chosen: othersOf(booked), time: firstTime(booked) })
  const [slot, setSlot] = useState(first)
  const { who, chosen, time } = slot
  const others = chosen.filter((id) => id !== who)
  return {
    who,
    others,
    time,
    starts_at: instantOfInput(time),
    isChanged: JSON.stringify(slot) !== JSON.stringify(first),
    set: (change: Partial<typeof first>) => setSlot((now) => ({ ...now, ...change })),
  }
}

type SlotProps = { interview: Interview; slot: ReturnType<typeof useSlot>; isNew: boolean; /** Null if one person interviews alone. */ count: number | null }

function SlotFields({ interview: { user_session_id, ref_interview_id, interview_name }, slot, isNew, count }: SlotProps): ReactNode {
  const { who, others, time, set } = slot
  const people = useCall(listInterviewers, {})
  const options = (people.data ?? []).map((one) => ({ value: String(one.ref_interviewer_id), label: one.interviewer_name }))
  return (
    <>
      <NativeSelect
        label="Interviewer"
        data={[...(isNew ? [{ value: '', label: 'Choose an interviewer' }] : []), ...options]}
        value={who === null ? '' : String(who)}
        onChange={(event) => set({ who: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
        data-autofocus
      />
      {count !== null && (
        <MultiSelect
          label="Together with"
          description={`${interview_name} needs ${count} ${count === 1 ? 'interviewer' : 'interviewers'}.`}
          data={options.filter(({ value }) => value !== String(who))}
          value={others.map(String)}
          onChange={(ids) => set({ chosen: ids.map(Number) })}
          maxValues={MAX_INTERVIEWERS - 1}
          searchable
        />
      )}
      {who !== null && <FreeTimes {...{ user_session_id, ref_interview_id, others }} ref_interviewer_id={who} onPick={(at) => set({ time: localInput(at) })} />}
      <TextInput
        type="datetime-local"
        label="Starts"
        description={`In your time zone, ${ownZone().replaceAll('_', ' ')}. Working hours aren't checked here; other interviews are.`}
        value={time}
        onChange={(event) => set({ time: event.currentTarget.value })}
      />
    </>
  )
}

function othersOf(booked: CurrentBooking | null): number[] {
  return booked?.other_interviewers.map((one) => one.ref_interviewer_id) ?? []
}

/** The number of interviewers in the candidate's plan; 1 until it's loaded. */
function useCount({ user_session_id, ref_interview_id }: Interview): number {
  const plan = useCall(readPlan, { user_session_id }, { retry: false })
  return plan.data?.parts.find((part) => part.ref_interview_id === ref_interview_id)?.interviewer_count ?? 1
}

type Params = { user_session_id: number; ref_interview_id: number; ref_interviewer_id: number }

/** A list to pick from; other times can be typed. */
function FreeTimes({ onPick, others, ...asked }: Params & { others: number[]; onPick: (at: string) => void }): ReactNode {
  const free = useCall(listFreeTimes, { ...asked, ...(others.length > 0 && { other_interviewer_ids: others }) }, { retry: false })
  if (free.error) return <Text size="sm">{errorMessage(free.error)}</Text>
  const starts = free.data?.starts ?? []
  return (
    <NativeSelect
      label="Free times"
      disabled={starts.length === 0}
      data={[{ value: '', label: firstOption(free.isLoading, starts.length) }, ...starts.map((at) => ({ value: at, label: timeOf(at) }))]}
      defaultValue=""
      onChange={(event) => event.currentTarget.value !== '' && onPick(event.currentTarget.value)}
    />
  )
}

function firstOption(isLoading: boolean, count: number): string {
  if (isLoading) return 'Looking for free times…'
  return count === 0 ? 'No free times in the planned days' : 'Pick a free time'
}

/** The time the interviewer proposed, or the one that's booked; empty if it has passed. */
function firstTime(booked: CurrentBooking | null): string {
  const at = booked?.proposed_at ?? booked?.starts_at
  return at && Date.parse(at) > Date.now() ? localInput(at) : ''
}

function nextStepText(booked: CurrentBooking | null, { who, others, starts_at }: { who: number | null; others: number[]; starts_at: string | null }): string {
  if (!booked) return "We'll email an invitation to the candidate and the interviewers."
  const isSameTime = starts_at !== null && Date.parse(starts_at) === Date.parse(booked.starts_at)
  const before = [booked.ref_interviewer_id, ...othersOf(booked)]
  if (isSameTime && [who, ...others].some((id) => id !== null && !before.includes(id)))
    return 'We ask the new interviewer by email. The candidate is told once that person accepts.'
  return "We'll email the new time to the candidate and the interviewers."
}

function useSave({ user_session_id, ref_interview_id, interview_name }: Interview, booked: CurrentBooking | null, onDone: () => void) {
  const client = useQueryClient()
  const instead_of = booked && { starts_at: booked.starts_at, ref_interviewer_id: booked.ref_interviewer_id }
  return useMutation({
    mutationFn: (slot: { ref_interviewer_id: number; other_interviewer_ids?: number[]; starts_at: string }) =>
      // Sent only once: a retry after a lost response would be rejected as someone else's change.
      call(bookByHand, { user_session_id, ref_interview_id, ...slot, instead_of }, { retries: 0 }),
    onSuccess: (now) => {
      notify(`${interview_name}: ${timeOf(now.starts_at)} with ${interviewersOf(now)}.`)
      onDone()
    },
    // Reloads after an error too, to show what has changed.
    onSettled: () => Promise.all([readPlan, readWeek].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) }))),
  })
}
