import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isFilled, ROLE_STATES, type FunctionRole } from '#contract/roles.ts'
import { DuplicateRole } from './duplicate-role.tsx'
import { isScheduled, openingsLeft } from './role-words.ts'

export type RoleTab = 'text' | 'questions' | 'interviews' | 'team' | 'links' | 'people' | 'figures'

/** The role as stored: its state, its page and a way to copy it; below, the tabs that staff edit. */
export function RoleBar({ role, tab, onClose }: { role: FunctionRole; tab: RoleTab; onClose: (() => void) | null }): ReactNode {
  const { state, ref_function_role_id, published_at, preview_path } = role
  const address = preview_path ?? (ROLE_STATES[state].page === 200 ? `/roles/${ref_function_role_id}` : null)
  const date = isScheduled(role) ? `, published ${new Date(published_at!).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}` : ''
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
        {isFilled(role) && ROLE_STATES[state].page === 200 && onClose && <Button onClick={onClose}>Close this role</Button>}
      </Group>
      <RoleTabs role={role} tab={tab} />
    </Stack>
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
          aria-current={one === tab ? 'page' : undefined}
        >
          {labels[one]}
        </Button>
      ))}
    </Group>
  )
}
