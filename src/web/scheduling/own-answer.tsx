import { Badge, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answerInterview, listOwnBookings, type InterviewerAnswer, type OwnBooking } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { ANSWERED, TAKEN_OVER } from './answer-words.ts'

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
      {button('accepted', 'Accept')}
      {button('declined', 'Decline')}
    </Group>
  )
}
