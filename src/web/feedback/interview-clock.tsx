import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { readInterviewDesk } from '#contract/interview-desk.ts'
import { clock } from '#web/ui/clock.ts'
import { useCall } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'

const MINUTE = 60_000

/** The time, and how much of the interview is left, in view while writing. */
export function InterviewClock({ about }: { about: { user_session_id: number; ref_interview_id: number } }): ReactNode {
  const now = useNow(10_000)
  const { data } = useCall(readInterviewDesk, about)
  return (
    <Text component="span" fw={600} role="timer">
      {clock(now)}
      {data?.starts_at && data.ends_at && leftOf(now, Date.parse(data.starts_at), Date.parse(data.ends_at))}
    </Text>
  )
}

function leftOf(now: number, starts: number, ends: number): string {
  if (now >= ends || starts - now > 60 * MINUTE) return ''
  return now < starts ? ` · starts in ${Math.ceil((starts - now) / MINUTE)} min` : ` · ${Math.ceil((ends - now) / MINUTE)} min left`
}
