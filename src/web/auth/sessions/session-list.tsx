import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Session } from '#contract/auth/sessions.ts'
import { Empty } from '#web/ui/message/empty.tsx'

const METHODS: Record<Session['sign_in_method'], string> = { code: 'an emailed code', sso: 'single sign-on', passkey: 'a passkey' }
type Props = { sessions: Session[]; onEnd: (session: Session) => void }

/** Active sessions, each with a way to end it. */
export function SessionList({ sessions, onEnd }: Props): ReactNode {
  if (sessions.length === 0) return <Empty isPart>Not signed in anywhere.</Empty>
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {sessions.map((session) => (
        <Paper key={session.auth_session_id} component="li" withBorder p="md" radius="md">
          <Group justify="space-between">
            <div>
              <Text fw={600} component="div">
                {nameOf(session)}{' '}
                {session.is_current && (
                  <Badge variant="light" tt="none">
                    This browser
                  </Badge>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                Signed in {timeOf(session.created_at)} with {METHODS[session.sign_in_method]}. Last used {timeOf(session.last_seen_at)}.
              </Text>
            </div>
            {!session.is_current && (
              <Button variant="default" aria-label={`Sign out: ${nameOf(session)}, last used ${timeOf(session.last_seen_at)}`} onClick={() => onEnd(session)}>
                Sign out
              </Button>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

function nameOf({ browser }: Session): string {
  return browser || 'Unknown browser'
}

function timeOf(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
