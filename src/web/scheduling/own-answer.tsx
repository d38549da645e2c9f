import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { answerInterview, listOwnBookings, markInterview, type BookingMark, type InterviewerAnswer, type OwnBooking } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { instantOfInput } from '#web/ui/clock.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf } from '#web/ui/use-call.ts'
import { ANSWERED, MARKS, TAKEN_OVER } from './answer-words.ts'
import { ownZone } from './week-days.ts'

/** Accept or decline, until the interview starts. */
export function OwnAnswer({ booking }: { booking: OwnBooking }): ReactNode {
  const { interview_booking_id: id, ref_interviewer_id, starts_at, interviewer_answer, interview_name, first_name, last_name } = booking
  const client = useQueryClient()
  // After an error too, because the interview may have been moved.
  const read = () => client.invalidateQueries({ queryKey: keyOf(listOwnBookings) })
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: InterviewerAnswer) => call(answerInterview, { id, answer, starts_at }),
    onSuccess: (answered, answer) => notify(answered.ref_interviewer_id === ref_interviewer_id ? ANSWERED[answer] : TAKEN_OVER),
    onError: (failure) => notify(whyOf(failure)),
    onSettled: read,
  })
  const button = (answer: InterviewerAnswer, label: string) =>
    interviewer_answer !== answer && (
      <Button
        size="sm"
        variant={answer === 'accepted' ? 'filled' : 'default'}
        aria-label={`${label} ${interview_name} with ${first_name} ${last_name}`}
        disabled={isPending}
        onClick={() => mutate(answer)}
      >
        {label}
      </Button>
    )
  return (
    <Group gap="xs">
      {interviewer_answer === 'accepted' && <Badge color="green">Accepted</Badge>}
      {interviewer_answer === 'declined' && <Badge color="red">Declined</Badge>}
      {interviewer_answer === 'proposed' && <Badge color="yellow">Another time proposed</Badge>}
      {button('accepted', 'Accept')}
      {button('declined', 'Decline')}
      <Propose booking={booking} />
    </Group>
  )
}

/** Asks the hiring team to move the interview. Nothing is moved automatically, and the candidate isn't told. */
function Propose({ booking: { interview_booking_id: id, starts_at, interview_name, first_name, last_name } }: { booking: OwnBooking }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [time, setTime] = useState('')
  const client = useQueryClient()
  const proposed_at = instantOfInput(time)
  const propose = useMutation({
    mutationFn: (at: string) => call(answerInterview, { id, answer: 'proposed', starts_at, proposed_at: at }),
    onSuccess: () => {
      notify(ANSWERED.proposed)
      setOpen(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listOwnBookings) }),
  })
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-label={`Propose another time for ${interview_name} with ${first_name} ${last_name}`}
        onClick={() => setOpen(true)}
      >
        Propose another time
      </Button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="Propose another time">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (proposed_at) propose.mutate(proposed_at)
            }}
          >
            <Stack gap="sm">
              <Text size="sm">The interview stays booked as it is until the hiring team moves it. The candidate isn't told about your proposal.</Text>
              <TextInput
                type="datetime-local"
                label="Day and time"
                description={`In your time zone, ${ownZone().replaceAll('_', ' ')}.`}
                value={time}
                onChange={(event) => setTime(event.currentTarget.value)}
                data-autofocus
              />
              {propose.error && <Trouble>{whyOf(propose.error)}</Trouble>}
              <Group justify="flex-end">
                <Button variant="default" onClick={() => setOpen(false)}>
                  Close
                </Button>
                <Button type="submit" loading={propose.isPending} disabled={!proposed_at}>
                  Propose this time
                </Button>
              </Group>
            </Stack>
          </form>
        </Modal>
      )}
    </>
  )
}

/** Marks how an interview went, with one click, and takes that back. The candidate isn't told. */
export function OwnMark({ booking, isOver }: { booking: OwnBooking; isOver: boolean }): ReactNode {
  const { interview_booking_id: id, starts_at, marked_as, submitted_at, interview_name, first_name, last_name } = booking
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (mark: BookingMark | null) => call(markInterview, { id, mark, starts_at }),
    onSuccess: (_marked, mark) =>
      notify(mark ? `Marked: ${MARKS[mark].toLowerCase()}. The hiring team sees it; the candidate doesn't.` : 'The mark is removed.'),
    onError: (failure) => notify(whyOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listOwnBookings) }),
  })
  const button = (mark: BookingMark | null, label: string) => (
    <Button
      size="sm"
      variant="default"
      aria-label={`${label}: ${interview_name} with ${first_name} ${last_name}`}
      disabled={isPending}
      onClick={() => mutate(mark)}
    >
      {label}
    </Button>
  )
  if (marked_as)
    return (
      <Group gap="xs">
        <Badge color="gray">{MARKS[marked_as]}</Badge>
        {button(null, 'Remove mark')}
      </Group>
    )
  return (
    <Group gap="xs">
      {!submitted_at && button('no-show', MARKS['no-show'])}
      {isOver && button('overran', MARKS.overran)}
    </Group>
  )
}
