import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { listTemplateVersions } from '#contract/templates/templates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import type { TemplateText } from './preview/template-text.ts'

/** The last ten versions; restoring one puts it in the form, to be checked and saved. */
export function TemplateVersions({ id, onBringBack }: { id: number; onBringBack: (text: Partial<TemplateText>) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Earlier versions</summary>
      {isOpen && <Versions id={id} onBringBack={onBringBack} />}
    </details>
  )
}

function Versions({ id, onBringBack }: { id: number; onBringBack: (text: Partial<TemplateText>) => void }): ReactNode {
  const query = useCall(listTemplateVersions, { id })
  return (
    <Loaded query={query} waiting={<Text>Loading …</Text>} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
      {(versions) => (
        <Stack gap="xs" mt="xs">
          {versions.length === 0 && <Text size="sm">This template hasn't been changed.</Text>}
          {versions.map(({ version, modified_at, modified_by_email, email_desc, email_subject, email_base_html }) => (
            <Group key={version} justify="space-between">
              <Text size="sm">
                Version {version}, {new Date(modified_at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
                {modified_by_email && `, ${modified_by_email}`}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Bring back version ${version}`}
                onClick={() => {
                  onBringBack({ email_desc, email_subject, email_base_html })
                  notify(`Version ${version} is in the form. Save to start using it.`)
                }}
              >
                Bring back
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Loaded>
  )
}
