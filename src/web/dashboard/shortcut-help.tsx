import { Kbd, Modal, Switch, Table, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { openShortcuts, setShortcutsEnabled, useShortcutsEnabled, type ShortcutGroup } from '#web/ui/shortcuts.ts'
import classes from './shortcut-help.module.css'

const NAMES: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space' }
const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The current page's keys as a table; single-key shortcuts can be switched off here. */
export function ShortcutHelp({ onClose }: { onClose: () => void }): ReactNode {
  const isOn = useShortcutsEnabled()
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg" centered>
      {openShortcuts().map((group) => (
        <KeyTable key={group.title} group={group} />
      ))}
      <Table mb="lg" captionSide="top" className={classes['keys'] ?? ''}>
        <Table.Caption>With modifier keys</Table.Caption>
        <TableHead />
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>
              <Kbd>{COMMAND}</Kbd> <Kbd>K</Kbd>
            </Table.Td>
            <Table.Td>Go to a page or a role</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Switch checked={isOn} onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)} label="Single-key shortcuts" size="md" />
      <Text size="sm" c="dimmed" mt={4}>
        Turn them off if you use voice control or press keys by accident. They never run while you type.
      </Text>
    </Modal>
  )
}

function KeyTable({ group }: { group: ShortcutGroup }): ReactNode {
  return (
    <Table mb="lg" captionSide="top" className={classes['keys'] ?? ''}>
      <Table.Caption>{group.title}</Table.Caption>
      <TableHead />
      <Table.Tbody>
        {group.shortcuts.map(({ keys, does }) => (
          <Table.Tr key={does}>
            <Table.Td>
              {keys.map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && ' or '}
                  <Kbd>{NAMES[key] ?? key.toUpperCase()}</Kbd>
                </Fragment>
              ))}
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function TableHead(): ReactNode {
  return (
    <Table.Thead className="visually-hidden">
      <Table.Tr>
        <Table.Th scope="col">Key</Table.Th>
        <Table.Th scope="col">Action</Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}
