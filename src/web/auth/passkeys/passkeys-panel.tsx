import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '#contract/auth/passkeys.ts'
import { isAnswered, Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { call } from '#web/call.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { hasPasskeys, makePasskey } from './ceremony.ts'

/** The signed-in person's passkeys: add, rename, remove. */
export function PasskeysPanel(): ReactNode {
  const passkeys = useCall(listPasskeys, {})
  const { add, rename, remove } = usePasskeys()
  return (
    <Stack component="section" aria-labelledby="passkeys">
      <Title order={2} id="passkeys">
        Passkeys
      </Title>
      <Text>Sign in with your fingerprint, face or device PIN. We'll also ask for it before anything that can't be undone.</Text>
      <Loaded
        query={passkeys}
        waiting={<Skeleton height={80} aria-label="Loading your passkeys" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(all) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {all.map((passkey) => (
              <Row key={passkey.passkey_id} passkey={passkey} onRename={(name) => rename(passkey, name)} onRemove={() => remove(passkey)} />
            ))}
          </Stack>
        )}
      </Loaded>
      {isAnswered(passkeys) && (hasPasskeys() ? <AddForm onAdd={add} /> : <Text c="dimmed">This browser doesn't support passkeys.</Text>)}
    </Stack>
  )
}

type RowProps = { passkey: Passkey; onRename: (name: string) => Promise<void>; onRemove: () => Promise<void> }

function Row({ passkey, onRename, onRemove }: RowProps): ReactNode {
  const { passkey_name, created_at, last_used_at } = passkey
  const [name, setName] = useState<string | null>(null)
  const day = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    await onRename(name ?? passkey_name)
    setName(null)
  }

  return (
    <Paper component="li" withBorder p="md" radius="md">
      {name === null ? (
        <Group justify="space-between">
          <div>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {passkey_name}
            </Text>
            <Text size="sm" c="dimmed">
              Added {day(created_at)}. {last_used_at ? `Last used ${day(last_used_at)}.` : 'Not used yet.'}
            </Text>
          </div>
          <Group gap="xs">
            <Button variant="default" size="compact-sm" aria-label={`Rename: ${passkey_name}`} onClick={() => setName(passkey_name)}>
              Rename
            </Button>
            <Button variant="default" size="compact-sm" aria-label={`Remove: ${passkey_name}`} onClick={() => void onRemove()}>
              Remove
            </Button>
          </Group>
        </Group>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Group align="end">
            <TextInput label="Name" value={name} maxLength={60} required onChange={(event) => setName(event.currentTarget.value)} />
            <Button type="submit">Save</Button>
            <Button variant="default" onClick={() => setName(null)}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </Paper>
  )
}

function AddForm({ onAdd }: { onAdd: (name: string) => Promise<void> }): ReactNode {
  const [name, setName] = useState('')
  const [error, setError] = useState('')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!name.trim()) return setError('Name the passkey')
    setError('')
    await onAdd(name.trim()).then(
      () => setName(''),
      (failure: unknown) => setError(errorMessage(failure)),
    )
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Group align="start" gap="sm">
        <TextInput
          label="Name of a new passkey"
          placeholder="For example, Work laptop"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error && <span role="alert">{error}</span>}
        />
        <Button type="submit" mt={{ base: 0, xs: '1.6rem' }}>
          Add a passkey
        </Button>
      </Group>
    </form>
  )
}

/** Saves changes to the person's passkeys and reloads them. */
function usePasskeys() {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listPasskeys) })
  const say = (failure: unknown) => warn(errorMessage(failure))

  return {
    /** Throws with the message to show. */
    async add(name: string): Promise<void> {
      await makePasskey(name)
      notify('Passkey added.')
      await reread()
    },
    async rename({ passkey_id }: Passkey, passkey_name: string): Promise<void> {
      await call(renamePasskey, { id: passkey_id, passkey_name }).catch(say)
      await reread()
    },
    async remove({ passkey_id }: Passkey): Promise<void> {
      await call(removePasskey, { id: passkey_id }).then(() => notify('Passkey removed.'), say)
      await reread()
    },
  }
}
