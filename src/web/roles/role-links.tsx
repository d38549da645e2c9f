import { Button, Group, Paper, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { renderSVG } from 'uqr'
import { createRoleLink, MIN_COUNT_SHOWN, readRoleLinks, type RoleLink } from '#contract/role-links.ts'
import { call, isCallFailure } from '#web/call.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { copyAndNotify, notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { Address } from '#web/layout/address.tsx'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'

/** A role's links: one for each place where it's posted. */
export function RoleLinksTab({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const query = useCall(readRoleLinks, { id })
  usePageLoading(query.isPending)
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h3">
          Links
        </Title>
        <Text size="sm">
          Create a link for each place you post this role. Each application records the link it came through; unknown link names count as ‘other’.
        </Text>
        <NewLink id={id} />
        <Loaded
          query={query}
          waiting={<Skeleton height={120} aria-label="Loading the links" />}
          failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
        >
          {(links) => (links.length > 0 ? <LinksTable links={links} /> : <Text>This role has no links yet.</Text>)}
        </Loaded>
      </Stack>
    </Paper>
  )
}

function NewLink({ id }: { id: number }): ReactNode {
  const memory = useQueryClient()
  const [via, setVia] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    const checked = createRoleLink.body.safeParse({ via })
    if (!checked.success) return setFault(checked.error.issues[0]!.message)
    setMaking(true)
    try {
      const link = await call(createRoleLink, { id, via }, { retries: 0 })
      memory.setQueryData<RoleLink[]>(keyOf(readRoleLinks, { id }), (all = []) => [link, ...all])
      setVia('')
      notify(`Link '${link.via}' created.`)
    } catch (failure) {
      if (isCallFailure(failure) && failure.errors.length > 0) setFault(failure.message)
      else warn(`We couldn't create the link. ${errorMessage(failure)}`)
    } finally {
      setMaking(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void make(event)}>
      <Group align="start" gap="sm">
        <TextInput
          label="Name of the link"
          description="Letters, digits and hyphens, such as nurse-fair"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={via}
          error={fault}
          onChange={(event) => {
            setVia(event.currentTarget.value)
            setFault(null)
          }}
        />
        <Button type="submit" mt="1.6rem" loading={isMaking}>
          Create link
        </Button>
      </Group>
    </form>
  )
}

function LinksTable({ links }: { links: RoleLink[] }): ReactNode {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <BlockTable label="Links" columns={['Name', 'Address', 'Applications', 'Copy']} spacing="xs">
      {links.map((link) => (
        <Table.Tr key={link.via} role="row">
          <Table.Th scope="row" role="rowheader">
            {link.via}
          </Table.Th>
          <Table.Td role="cell" style={{ overflowWrap: 'anywhere' }}>
            <Address>{link.url}</Address>
            {shown === link.via && <Code link={link} />}
          </Table.Td>
          <Table.Td role="cell" data-label="Applications">
            {link.applications?.toLocaleString('en-US') ?? `fewer than ${MIN_COUNT_SHOWN}`}
          </Table.Td>
          <Table.Td role="cell">
            <Group gap="xs">
              <Button size="compact-md" variant="default" aria-label={`Copy link ${link.via}`} onClick={() => void copy(link)}>
                Copy link
              </Button>
              <Button
                size="compact-md"
                variant="default"
                aria-label={`QR code of ${link.via}`}
                aria-expanded={shown === link.via}
                onClick={() => setShown(shown === link.via ? null : link.via)}
              >
                QR code
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </BlockTable>
  )
}

function copy({ url, via }: RoleLink): Promise<void> {
  return copyAndNotify(url, { copied: `Link '${via}' copied.`, failed: "The link couldn't be copied. Select its address and copy it." })
}

/** Generated in this browser, so the URL isn't sent to anyone. */
function Code({ link: { url, via } }: { link: RoleLink }): ReactNode {
  const svg = renderSVG(url, { border: 4, ecc: 'M' })
  return (
    <Stack gap="xs" mt="sm" align="start">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={`QR code of ${url}`} width={200} height={200} />
      <Button size="compact-md" variant="default" onClick={() => save(new Blob([svg], { type: 'image/svg+xml' }), `qr-${via}.svg`)}>
        Download the QR code
      </Button>
    </Stack>
  )
}
