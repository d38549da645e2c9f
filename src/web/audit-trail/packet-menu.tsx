import { Button, Menu } from '@mantine/core'
import { memo, useState, type ReactNode } from 'react'
import { readPacketPdf, readPacketZip } from '#contract/packet/packet.ts'
import { call } from '#web/call.ts'
import { useIsOwner, useMay } from '#web/layout/staff-places.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { IconDocument } from '#web/ui/staff-icons.tsx'
import { notify, warn } from '#web/ui/toast.ts'

const CHOICES = [
  { label: 'PDF, for reading', format: 'pdf', blind: false },
  { label: 'ZIP, with everything to check it', format: 'zip', blind: false },
  { label: 'Blind PDF, without the name', format: 'pdf', blind: true },
  { label: 'Blind ZIP', format: 'zip', blind: true },
] as const
type Choice = (typeof CHOICES)[number]

/** Downloads what was asked, noted and decided about an applicant as verifiable files; for owners and, without names, for auditors. */
export const PacketMenu = memo(function PacketMenu({ user_session_id }: { user_session_id: number }): ReactNode {
  const mayRead = useMay('audit')
  const isOwner = useIsOwner()
  const [isBusy, setBusy] = useState(false)
  if (!mayRead) return null

  async function download(choice: Choice): Promise<void> {
    setBusy(true)
    try {
      const name = `packet-${user_session_id}${choice.blind ? '-blind' : ''}.${choice.format}`
      save(await fetched(user_session_id, choice), name)
      notify(`Downloaded ${name}. The download is in the audit trail.`)
    } catch (failure) {
      warn(`The decision packet could not be made. ${errorMessage(failure)}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu position="bottom-start" withArrow shadow="md">
      <Menu.Target>
        <Button variant="default" loading={isBusy} leftSection={<IconDocument size={16} aria-hidden />}>
          Decision packet
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.filter(({ blind }) => blind || isOwner).map((choice) => (
          <Menu.Item key={choice.label} onClick={() => void download(choice)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})

const fetched = (id: number, { format, blind }: Choice) => call(format === 'pdf' ? readPacketPdf : readPacketZip, { id, blind }) as Promise<Blob>
