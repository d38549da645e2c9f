import { Badge, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answerInterview, listOwnBookings, markInterview, type BookingMark, type InterviewerAnswer, type OwnBooking } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { ANSWERED, MARKS, TAKEN_OVER } from './answer-words.ts'

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
    </Group>
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
