import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { briefWhere } from '#contract/interviews.ts'
import { cancelBooking, readPlan, undoBooking, type Booking } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { timeOf } from '#web/ui/clock.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'
import { noteOn } from './answer-words.ts'
import { ByHand } from './by-hand.tsx'
import classes from './booking-lines.module.css'

/** One interview, and what can be done about it. A canceled interview stays listed while that can be undone. */
export function BookingLine({ booking, mayDecide }: { booking: Booking; mayDecide: boolean }): ReactNode {
  const { interview_booking_id: id, interview_name, interviewer_name, starts_at, state, is_undoable } = booking
  const now = useNow(60_000)
  const cancel = useChange(cancelBooking, `${interview_name} is canceled.`)
  const undo = useChange(undoBooking, `Undone: ${interview_name} is back to how it was.`)
  const isCanceled = state === 'canceled'
  const isToCome = Date.parse(starts_at) > now
  const note = isCanceled ? 'canceled' : noteOn(booking, isToCome)
  return (
    <li className={classes['line']}>
      <Text>
        {interview_name}: {timeOf(starts_at)} with {interviewer_name}, {briefWhere(booking.where)}
        {note && ` (${note})`}
      </Text>
      {mayDecide && (
        <Group gap="xs">
          {is_undoable && (
            <Button size="compact-sm" variant="default" onClick={() => undo.mutate(id)} loading={undo.isPending}>
              Undo the {isCanceled ? 'cancellation' : 'last change'} of {interview_name}
            </Button>
          )}
          {!isCanceled && (
            <Button size="compact-sm" variant="default" onClick={() => cancel.mutate(id)} loading={cancel.isPending}>
              Cancel {interview_name}
            </Button>
          )}
          {!isCanceled && (isToCome || booking.marked_as === 'no-show') && <ByHand interview={booking} booked={booking} />}
        </Group>
      )}
    </li>
  )
}

/** Reloads the plan after an error too, to show what has changed. */
function useChange(change: typeof cancelBooking | typeof undoBooking, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(change, { id }),
    onSuccess: () => notify(done),
    onError: (failure) => warn(whyOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(readPlan) }),
  })
}
