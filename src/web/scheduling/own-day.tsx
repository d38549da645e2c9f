import { Badge, Box, Button, Group, Skeleton, Stack, Text, Title, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { shortLocation, joinLinkOf } from '#contract/interviews.ts'
import {
  joinNames,
  listOwnBookings,
  answerInterview,
  markInterview,
  type OwnBooking,
  type BookingMark,
  type InterviewerAnswer,
} from '#contract/scheduling/scheduling.ts'
import { clockIn } from '#contract/time-zone.ts'
import { timeOf, instantOfInput } from '#web/ui/clock.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'
import { MARKS, ANSWERED, TAKEN_OVER } from './answer-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { notify } from '#web/ui/toast.ts'
import { ownZone } from './week-days.ts'
import classes from './booking-lines.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

/** The interviewer's own interviews: today's, feedback due, upcoming and past ones. */
export function OwnDay(): ReactNode {
  const bookings = useCall(listOwnBookings, {})
  const now = useNow(30_000)
  return (
    <Box component="section" aria-labelledby="own-day-heading" mb="xl">
      <Title order={2} size="h3" id="own-day-heading" mb="xs">
        Your interviews
      </Title>
      <Loaded
        query={bookings}
        waiting={<Skeleton height={80} />}
        failed={(_why, again) => <ErrorNotice again={again}>Error fetching your interviews</ErrorNotice>}
      >
        {(all) => <Groups all={all} now={now} />}
      </Loaded>
    </Box>
  )
}

function Groups({ all, now }: { all: OwnBooking[]; now: number }): ReactNode {
  const isToday = ({ starts_at }: OwnBooking) => new Date(starts_at).toDateString() === new Date(now).toDateString()
  const isOver = ({ ends_at }: OwnBooking) => Date.parse(ends_at) <= now
  const isMissed = ({ marked_as }: OwnBooking) => marked_as === 'no-show'
  const groups: [string, OwnBooking[]][] = [
    ['Feedback due', all.filter((one) => isOver(one) && !one.submitted_at && !isMissed(one))],
    ['Today', all.filter((one) => !isOver(one) && isToday(one))],
    ['Upcoming', all.filter((one) => !isOver(one) && !isToday(one))],
    ['Submitted', all.filter((one) => isOver(one) && one.submitted_at)],
    [MARKS['no-show'], all.filter((one) => isOver(one) && !one.submitted_at && isMissed(one))],
  ]
  if (all.length === 0)
    return <Empty isPart>You don't have any interviews booked. You can still write feedback on any candidate in the panel interview stage below.</Empty>
  return (
    <Stack gap="sm">
      {groups.map(
        ([name, own]) =>
          own.length > 0 && (
            <div key={name}>
              <Title order={3} size="h5" id={headingOf(name)}>{`${name} (${own.length})`}</Title>
              <ul className={classes['list']} aria-labelledby={headingOf(name)}>
                {own.map((one) => (
                  <BookingLine key={one.interview_booking_id} booking={one} now={now} />
                ))}
              </ul>
            </div>
          ),
      )}
    </Stack>
  )
}

const headingOf = (group: string) => `own-${group.replaceAll(/\W/g, '-')}`

function BookingLine({ booking, now }: { booking: OwnBooking; now: number }): ReactNode {
  const { starts_at, ends_at, submitted_at } = booking
  const join_url = joinLinkOf(booking, now)
  const isOver = Date.parse(ends_at) <= now
  const isNow = Date.parse(starts_at) <= now && !isOver
  return (
    <li className={classes['line']}>
      <Text>
        {timeOf(starts_at)} to {clockIn(ownZone(), ends_at)}: {booking.first_name} {booking.last_name}, {booking.interview_name}, {booking.function_role_name},{' '}
        {booking.other_interviewers.length > 0 && `together with ${joinNames(booking.other_interviewers.map((one) => one.interviewer_name))}, `}
        {shortLocation(booking.where)}
        {isNow && (
          <Badge color="green" ml="xs">
            Now
          </Badge>
        )}
      </Text>
      {Date.parse(starts_at) > now ? <OwnAnswer booking={booking} /> : <OwnMark booking={booking} isOver={isOver} />}
      <Group gap="xs" wrap="nowrap">
        {join_url && (
          <Button
            component="a"
            href={join_url}
            variant="default"
            size="sm"
            aria-label={`Join ${booking.interview_name} with ${booking.first_name} ${booking.last_name}`}
          >
            Join
          </Button>
        )}
        <Button
          component={Link}
          to={`/interviewer/dashboard?interview=${booking.ref_interview_id}&candidate=${booking.user_session_id}`}
          variant="light"
          size="sm"
          aria-label={`${submitted_at ? 'Open' : 'Write'} feedback on ${booking.first_name} ${booking.last_name}, ${booking.interview_name}`}
        >
          {submitted_at ? 'Open feedback' : 'Write feedback'}
        </Button>
      </Group>
    </li>
  )
}

/** Accept or decline, until the interview starts. */
function OwnAnswer({ booking }: { booking: OwnBooking }): ReactNode {
  const { interview_booking_id: id, ref_interviewer_id, starts_at, interviewer_answer, interview_name, first_name, last_name } = booking
  const client = useQueryClient()
  // Runs after an error too, because the interview may have been moved.
  const read = () => client.invalidateQueries({ queryKey: keyOf(listOwnBookings) })
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: InterviewerAnswer) => call(answerInterview, { id, answer, starts_at }),
    onSuccess: (answered, answer) => notify(answered.ref_interviewer_id === ref_interviewer_id ? ANSWERED[answer] : TAKEN_OVER),
    onError: (failure) => notify(errorMessage(failure)),
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
      <ProposeTime booking={booking} />
    </Group>
  )
}

/** Asks the hiring team to move the interview. Nothing is moved automatically, and the candidate isn't told. */
function ProposeTime({ booking }: { booking: OwnBooking }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { interview_name, first_name, last_name } = booking
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
      {isOpen && <ProposeDialog booking={booking} onClose={() => setOpen(false)} />}
    </>
  )
}

function ProposeDialog({ booking: { interview_booking_id: id, starts_at }, onClose }: { booking: OwnBooking; onClose: () => void }): ReactNode {
  const [time, setTime] = useState('')
  // The time the proposal replies to, even if the interview moves before it's sent.
  const [asked] = useState(starts_at)
  const client = useQueryClient()
  const proposed_at = instantOfInput(time)
  const propose = useMutation({
    mutationFn: (at: string) => call(answerInterview, { id, answer: 'proposed', starts_at: asked, proposed_at: at }),
    onSuccess: () => {
      notify(ANSWERED.proposed)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listOwnBookings) }),
  })
  const closing = guardClosing(time !== '', onClose)
  return (
    <Modal opened {...closing} title="Propose another time">
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
          {propose.error && <ErrorNotice>{errorMessage(propose.error)}</ErrorNotice>}
          <Group justify="flex-end">
            <Button variant="default" onClick={closing.onClose}>
              Close
            </Button>
            <Button type="submit" loading={propose.isPending} disabled={!proposed_at}>
              Propose this time
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Marks how an interview went with one click, or removes the mark. The candidate isn't told. */
function OwnMark({ booking, isOver }: { booking: OwnBooking; isOver: boolean }): ReactNode {
  const { interview_booking_id: id, starts_at, marked_as, submitted_at, interview_name, first_name, last_name } = booking
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (mark: BookingMark | null) => call(markInterview, { id, mark, starts_at }),
    onSuccess: (_marked, mark) => notify(mark ? `Marked: ${MARKS[mark].toLowerCase()}. The hiring team sees it; the candidate doesn't.` : 'Mark removed.'),
    onError: (failure) => notify(errorMessage(failure)),
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
