import { Alert, List } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Problem } from './mail-problems.ts'

export function ProblemList({ problems }: { problems: Problem[] }): ReactNode {
  const isBlocked = problems.some(({ isBlocking }) => isBlocking)
  return (
    <div role="status">
      {problems.length > 0 && (
        <Alert color={isBlocked ? 'red' : 'yellow'} role="presentation" title={isBlocked ? "This email can't be sent yet" : 'Worth a look'}>
          <List size="sm">
            {problems.map(({ message }) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
