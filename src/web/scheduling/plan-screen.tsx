import { Skeleton, Stack, Text, Title, Button, Group, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { nameOf, readApplicant } from '#contract/applicants/applicants.ts'
import { listInterviewers, type Interviewer } from '#contract/interviewers.ts'
import { isSettled, listInterviews, shortLocation, type InterviewType } from '#contract/interviews.ts'
import { readPlan, cancelBooking, undoBooking, answerPreferences, interviewersOf, type Plan, type Booking } from '#contract/scheduling/scheduling.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { isCallFailure, call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timeOf } from '#web/ui/clock.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { useNow } from '#web/ui/use-now.ts'
import { interviewersWithAnswers, answerNote } from './answer-text.ts'
import { ManualBooking } from './manual-booking.tsx'
import classes from './booking-lines.module.css'
import { PlanForm } from './plan-form.tsx'
import { Message } from '#web/ui/message/message.tsx'
import { Empty } from '#web/ui/message/empty.tsx'

/** How often to check for expired undo buttons. */
const UNDO_CHECK_MS = 5000

/** Who interviews a candidate, and what's booked. */
export function PlanScreen(): ReactNode {
  const user_session_id = Number(useParams()['user_session_id'])
  const [identifiable] = useShowNames()
  const applicant = useCall(readApplicant, { id: user_session_id, identifiable })
  const plan = useCall(
    readPlan,
    { user_session_id },
    { retry: false, refetchInterval: ({ state }) => (state.data?.bookings.some((one) => one.is_undoable) ? UNDO_CHECK_MS : false) },
  )
  const types = useCall(listInterviews, {})
  const people = useCall(listInterviewers, {})
  const mayDecide = useMay('decide')
  const isUnplanned = isCallFailure(plan.error) && plan.error.status === 404
  // Once it's shown, a failed refresh doesn't replace it: something may be typed in the form.
  const failed = [types, people].find((one) => one.error && !one.data)
  if (failed) return <ErrorNotice again={() => void failed.refetch()}>{errorMessage(failed.error)}</ErrorNotice>
  if (plan.error && !plan.data && !isUnplanned) return <ErrorNotice again={() => void plan.refetch()}>{errorMessage(plan.error)}</ErrorNotice>
  return (
    <Stack maw={760}>
      <ArrivalTitle>Interviews</ArrivalTitle>
      <Loaded query={applicant} waiting={<Skeleton height={24} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <Text>
            <Link to={`/admin/applications/all/all/36500/${user_session_id}`}>{nameOf(found)}</Link>, {found.function_role_name}
          </Text>
        )}
      </Loaded>
      {plan.data && <Bookings plan={plan.data} types={types.data ?? []} mayDecide={mayDecide} />}
      {!mayDecide ? (
        types.data && people.data && <PlannedInterviews parts={plan.data?.parts ?? []} types={types.data} people={people.data} />
      ) : types.data && people.data && (plan.data || isUnplanned) ? (
        <PlanForm key={user_session_id} user_session_id={user_session_id} plan={plan.data ?? null} types={types.data} people={people.data} />
      ) : (
        <Skeleton height={300} />
      )}
    </Stack>
  )
}

function Bookings({ plan, types, mayDecide }: { plan: Plan; types: InterviewType[]; mayDecide: boolean }): ReactNode {
  const shown = plan.bookings.filter((one) => one.state !== 'held')
  const isBooked = (id: number) => shown.some((one) => one.ref_interview_id === id && one.state === 'booked')
  const isPlaced = (id: number) => {
    const is = (one: { ref_interview_id: number }) => one.ref_interview_id === id
    const where = plan.parts.find(is)?.where ?? types.find(is)?.where
    return where !== undefined && isSettled(where)
  }
  // Until its number or address is entered, an interview offers no times; the form below says so.
  const isOut = ({ ref_interview_id: id, count }: Plan['free_times'][number]) => count === 0 && !isBooked(id) && isPlaced(id)
  return (
    <section aria-labelledby="bookings-heading">
      <Title order={2} size="h3" id="bookings-heading" mb="xs">
        Booked
      </Title>
      {plan.preferences && <CandidateRequest key={plan.preferences_at} plan={plan} mayDecide={mayDecide} />}
      {plan.free_times.some(isOut) && (
        <Message tone="bad" title="No times left" mb="sm">
          At least one interview has no free time in this window. Add interviewers, or use more working days.
        </Message>
      )}
      {plan.is_away && (
        <Message tone="warn" title="Free times unknown" mb="sm">
          Microsoft Bookings can't be reached right now. Candidates can tell you which times work for them.
        </Message>
      )}
      {shown.length === 0 && <Empty isPart>No interviews booked yet. The candidate picks the times.</Empty>}
      <ul className={classes['list']}>
        {shown.map((one) => (
          <BookingLine key={one.interview_booking_id} booking={one} mayDecide={mayDecide} />
        ))}
        {mayDecide && <UnbookedInterviews plan={plan} types={types} />}
      </ul>
    </section>
  )
}

/** Planned interviews the candidate hasn't picked a time for; staff can book one at a time they agreed on. */
function UnbookedInterviews({ plan, types }: { plan: Plan; types: InterviewType[] }): ReactNode {
  const { user_session_id } = plan
  const left = plan.parts.filter((part) => !plan.bookings.some((one) => one.ref_interview_id === part.ref_interview_id && one.state === 'booked'))
  return left.map(({ ref_interview_id }) => {
    const interview_name = types.find((one) => one.ref_interview_id === ref_interview_id)?.interview_name ?? ''
    return (
      <li key={ref_interview_id} className={classes['line']}>
        <Text c="dimmed">{interview_name}: not booked yet</Text>
        <ManualBooking interview={{ user_session_id, ref_interview_id, interview_name }} booked={null} />
      </li>
    )
  })
}

/** A read-only view of a plan, for people who can't decide. */
function PlannedInterviews({ parts, types, people }: { parts: Plan['parts']; types: InterviewType[]; people: Interviewer[] }): ReactNode {
  const nameOfType = (id: number) => types.find((one) => one.ref_interview_id === id)?.interview_name
  const named = (ids: number[]) => people.filter((one) => ids.includes(one.ref_interviewer_id)).map((one) => one.interviewer_name)
  return (
    <section aria-labelledby="planned-heading">
      <Title order={2} size="h3" id="planned-heading" mb="xs">
        Interviewers
      </Title>
      {parts.length === 0 && <Empty isPart>No interviews are set up yet.</Empty>}
      {parts.map((part) => (
        <Text key={part.ref_interview_id}>
          {nameOfType(part.ref_interview_id)}, {part.minutes} minutes: {part.interviewer_count > 1 && `${part.interviewer_count} of `}
          {named(part.interviewer_ids).join(part.interviewer_count > 1 ? ', ' : ' or ')}
        </Text>
      ))}
    </section>
  )
}

/** One interview and its actions. A canceled interview stays listed as long as the cancellation can be undone. */
function BookingLine({ booking, mayDecide }: { booking: Booking; mayDecide: boolean }): ReactNode {
  const { interview_booking_id: id, interview_name, starts_at, state, is_undoable } = booking
  const now = useNow(60_000)
  const cancel = useChange(cancelBooking, `${interview_name} is canceled.`)
  const undo = useChange(undoBooking, `Undone: ${interview_name} is back to how it was.`)
  const isCanceled = state === 'canceled'
  const isUpcoming = Date.parse(starts_at) > now
  const isOne = booking.other_interviewers.length === 0
  const note = isCanceled ? 'canceled' : isOne || !isUpcoming ? answerNote(booking, isUpcoming) : null
  return (
    <li className={classes['line']}>
      <Text>
        {interview_name}: {timeOf(starts_at)} with {isOne || isCanceled || !isUpcoming ? interviewersOf(booking) : interviewersWithAnswers(booking)},{' '}
        {shortLocation(booking.where)}
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
          {!isCanceled && (isUpcoming || booking.marked_as === 'no-show') && <ManualBooking interview={booking} booked={booking} />}
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
    onError: (failure) => warn(errorMessage(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(readPlan) }),
  })
}

const LINES = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** The candidate's interview request, with a field for the reply or the reply that was sent. */
function CandidateRequest({ plan, mayDecide }: { plan: Plan; mayDecide: boolean }): ReactNode {
  const { preferences, preferences_answer } = plan
  return (
    <Message tone={preferences_answer === null ? 'warn' : 'note'} title="The candidate asked for something else" mb="sm">
      <Text size="sm" style={LINES}>
        {preferences}
      </Text>
      {preferences_answer !== null && (
        <Text size="sm" mt="xs" style={LINES}>
          Answered: {preferences_answer}
        </Text>
      )}
      {preferences_answer === null && mayDecide && <Answer plan={plan} />}
    </Message>
  )
}

function Answer({ plan: { user_session_id, preferences_at } }: { plan: Plan }): ReactNode {
  const client = useQueryClient()
  const [message, setMessage] = useState('')
  const send = useMutation({
    mutationFn: () => call(answerPreferences, { user_session_id, message, preferences_at: preferences_at! }),
    onSuccess: (done) => notify(done.message),
    // After an error too: it may have been sent, or a colleague may have answered.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(readPlan) }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Stack mt="sm" gap="xs" align="start">
        <Textarea
          w="100%"
          label="Answer to the candidate"
          description="They get it by email and see it on their page."
          autosize
          minRows={2}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {send.error && <ErrorNotice>{errorMessage(send.error)}</ErrorNotice>}
        <Button type="submit" size="sm" loading={send.isPending} disabled={message.trim() === ''}>
          Send answer
        </Button>
      </Stack>
    </form>
  )
}
