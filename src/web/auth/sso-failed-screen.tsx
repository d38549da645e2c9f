import { Button, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'

/** The return page, if the provider's response didn't sign anyone in. */
export function SsoFailedScreen(): ReactNode {
  const why = useLoaderData<string>()
  return (
    <Paper withBorder radius="md" p="xl" maw={440} mx="auto" mt={{ base: 0, sm: 'xl' }}>
      <Title order={1} mb="lg">
        You're not signed in
      </Title>
      <Text role="alert" mb="lg">
        {why}
      </Text>
      <Button component={Link} to="/admin/login" replace fullWidth size="md">
        Back to sign-in
      </Button>
    </Paper>
  )
}
