import { Alert, Group, type AlertProps, type ElementProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Omit<AlertProps & ElementProps<'div', keyof AlertProps>, 'color' | 'variant' | 'style' | 'styles' | 'vars'> & {
  /** Named after color tokens that the brand's accent doesn't change. */
  tone: 'note' | 'good' | 'warn' | 'bad'
  /** Buttons at the end of the sentence. */
  actions?: ReactNode
}

/** A note about what's on the screen, styled like the public pages' notices. It's an alert unless `role` is set. */
export function Message({ tone, actions, children, ...rest }: Props): ReactNode {
  const [edge, ground] = tone === 'note' ? ['edge', 'sand'] : [tone, `${tone}-tint`]
  const vars = { '--alert-bg': `var(--${ground})`, '--alert-bd': '1px solid var(--line)' }
  return (
    <Alert vars={() => ({ root: vars })} style={{ borderInlineStart: `var(--space-1) solid var(--${edge})` }} {...rest}>
      {actions ? (
        <Group justify="space-between" gap="sm">
          <span>{children}</span>
          {actions}
        </Group>
      ) : (
        children
      )}
    </Alert>
  )
}
