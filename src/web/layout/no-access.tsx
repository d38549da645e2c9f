import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'

/** Shown instead of a page that's only for other roles. */
export function NoAccess(): ReactNode {
  return (
    <Stack align="start">
      <ArrivalTitle>You don't have access to this page</ArrivalTitle>
      <Text>If you need it for your work, ask an owner.</Text>
      <Anchor component={Link} to="/admin/dashboard">
        Back to the dashboard
      </Anchor>
    </Stack>
  )
}
