import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { listTemplates } from '#contract/templates/templates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import { IconPlus } from '#web/ui/staff-icons.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { TemplatesTable } from './templates-table.tsx'

/** All email templates. */
export function TemplatesScreen(): ReactNode {
  const query = useCall(listTemplates, {}, { refetchOnMount: 'always' })
  const said = useLocation().state as { saved?: string } | null
  const [isDismissed, setDismissed] = useState(false)
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>Email Template Manager</Title>
        <Button component={Link} to="/admin/email-templates/new" leftSection={<IconPlus size={18} aria-hidden />}>
          New Template
        </Button>
      </Group>
      <div role="status">{said?.saved && !isDismissed && <SavedBanner dismiss={() => setDismissed(true)}>{said.saved}</SavedBanner>}</div>
      <Loaded
        query={query}
        waiting={<Skeleton height={240} aria-label="Loading email templates" />}
        failed={(_why, again) => <Trouble again={again}>Failed to load email templates. Please try again later.</Trouble>}
      >
        {(templates) => <TemplatesTable templates={templates} />}
      </Loaded>
    </Stack>
  )
}
