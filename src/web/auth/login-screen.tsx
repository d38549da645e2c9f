import { Paper, Text, Title, useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { takeDestination } from './destination.ts'
import { SignInForm } from './sign-in-form.tsx'
import classes from './login-screen.module.css'

const HEADINGS: Record<StaffRole, string> = { admin: 'Admin sign-in', interviewer: 'Interviewer sign-in' }

/** The sign-in screen for both areas. */
export function LoginScreen({ role }: { role: StaffRole }): ReactNode {
  const navigate = useNavigate()
  const { has_mailbox, logo, dark_logo, needs_name, name } = useCompany()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <Paper withBorder radius="md" p="xl" maw={440} mx="auto" mt={{ base: 0, sm: 'xl' }}>
      {logo && (
        <div className={classes['letterhead']}>
          <img className={classes['logo']} data-plate={!dark_logo || undefined} src={isDark && dark_logo ? dark_logo : logo} alt={needs_name ? '' : name} />
          {needs_name && <span>{name}</span>}
        </div>
      )}
      <Title order={1} mb="lg">
        {HEADINGS[role]}
      </Title>
      <SignInForm role={role} onSignedIn={() => void navigate(takeDestination(role), { replace: true })} />
      {has_mailbox && (
        <Text size="sm" c="dimmed" mt="lg">
          No mail server is set up. Find the code in the server's terminal or at{' '}
          <a href="/dev/mail" target="_blank" rel="noreferrer">
            /dev/mail
          </a>
          .
        </Text>
      )}
    </Paper>
  )
}
