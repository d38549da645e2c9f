import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { isFilled, ROLE_STATES, type FunctionRole } from '#contract/roles.ts'
import { hasUnsavedChanges } from '#web/ui/editor/unsaved-guard.tsx'
import { warn } from '#web/ui/toast.ts'
import { DuplicateRole } from './duplicate-role.tsx'
import { isScheduled, openingsLeft } from './role-text.ts'
import { usePublishing } from './use-publishing.ts'

export type RoleTab = 'text' | 'questions' | 'interviews' | 'team' | 'links' | 'people' | 'figures'

/** The stored role: its state, a link to its page, and a button that copies it; below that, the tabs. */
export function RoleBar({ role, tab, onClose }: { role: FunctionRole; tab: RoleTab; onClose: (() => void) | null }): ReactNode {
  const { state, ref_function_role_id, published_at, preview_path } = role
  const address = preview_path ?? (ROLE_STATES[state].page === 200 ? `/roles/${ref_function_role_id}` : null)
  const date = isScheduled(role) ? `, publishes ${new Date(published_at!).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}` : ''
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fw={600}>
          {ROLE_STATES[state].label}
          {date}
          {role.openings !== null && ` · ${openingsLeft(role)}`}
        </Text>
        {address && (
          <Button component="a" href={address} target="_blank" rel="noopener" variant="default">
            {preview_path ? 'Preview' : 'View page'}
          </Button>
        )}
        <DuplicateRole role={role} />
        {tab !== 'text' && state === 'draft' && !isScheduled(role) && <PublishRole role={role} />}
        {isFilled(role) && ROLE_STATES[state].page === 200 && onClose && <Button onClick={onClose}>Close this role</Button>}
      </Group>
      <RoleTabs role={role} tab={tab} />
    </Stack>
  )
}

/** Publishes a draft from the tab it was completed on; on the first tab, the form does that. */
function PublishRole({ role }: { role: FunctionRole }): ReactNode {
  const [isPublishing, setPublishing] = useState(false)
  const publish = usePublishing()
  async function start(): Promise<void> {
    if (hasUnsavedChanges()) return warn('Save or discard your changes on this page first.')
    setPublishing(true)
    await publish(role).finally(() => setPublishing(false))
  }
  return (
    <Button loading={isPublishing} onClick={() => void start()}>
      Publish
    </Button>
  )
}

function RoleTabs({ role, tab }: { role: FunctionRole; tab: RoleTab }): ReactNode {
  const labels: Record<RoleTab, string> = {
    text: 'Text',
    questions: `Questions ${role.asked_questions}`,
    interviews: 'Interviews',
    team: 'Team',
    links: 'Links',
    people: 'People to invite',
    figures: 'Figures',
  }
  return (
    <Group component="nav" gap="xs" aria-label="Parts of the role">
      {(Object.keys(labels) as RoleTab[]).map((one) => (
        <Button
          key={one}
          component={Link}
          to={`?role=${role.ref_function_role_id}${one === 'text' ? '' : `&tab=${one}`}`}
          variant={one === tab ? 'light' : 'subtle'}
          px={{ base: 'xs', sm: 'md' }}
          aria-current={one === tab ? 'page' : undefined}
        >
          {labels[one]}
        </Button>
      ))}
    </Group>
  )
}
