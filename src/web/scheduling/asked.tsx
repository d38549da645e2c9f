import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { answerPreferences, readPlan, type Plan } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf } from '#web/ui/use-call.ts'

const LINES = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** The candidate's interview request, and the reply: a field to write it, or the one that was sent. */
export function Asked({ plan, mayDecide }: { plan: Plan; mayDecide: boolean }): ReactNode {
  const { preferences, preferences_answer } = plan
  return (
    <Alert color={preferences_answer === null ? 'yellow' : 'gray'} title="The candidate asked for something else" mb="sm">
      <Text size="sm" style={LINES}>
        {preferences}
      </Text>
      {preferences_answer !== null && (
        <Text size="sm" mt="xs" style={LINES}>
          Answered: {preferences_answer}
        </Text>
      )}
      {preferences_answer === null && mayDecide && <Answer plan={plan} />}
    </Alert>
  )
}

function Answer({ plan: { user_session_id, preferences_at } }: { plan: Plan }): ReactNode {
  const client = useQueryClient()
  const [message, setMessage] = useState('')
  const send = useMutation({
    mutationFn: () => call(answerPreferences, { user_session_id, message, preferences_at: preferences_at! }),
    onSuccess: async (done) => {
      notify(done.message)
      await client.invalidateQueries({ queryKey: keyOf(readPlan) })
    },
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
        {send.error && <Trouble>{whyOf(send.error)}</Trouble>}
        <Button type="submit" size="sm" loading={send.isPending} disabled={message.trim() === ''}>
          Send answer
        </Button>
      </Stack>
    </form>
  )
}
