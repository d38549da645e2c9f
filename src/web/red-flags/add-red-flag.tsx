import { Button, Group, Modal, Stack, Text, TextInput, TagsInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { createRedFlag, listRedFlags, updateRedFlag, type RedFlag } from '#contract/red-flags/red-flags.ts'
import { call } from '#web/call.ts'
import { useIsOwner } from '#web/layout/staff-places.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf } from '#web/ui/use-call.ts'

/** For owners: adds a red flag to every applicant's review. */
export function AddRedFlag(): ReactNode {
  const isOwner = useIsOwner()
  const [isOpen, setOpen] = useState(false)
  if (!isOwner) return null
  return (
    <>
      <Button size="compact-sm" variant="subtle" ml="auto" onClick={() => setOpen(true)}>
        Add red flag
      </Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ onClose }: { onClose: () => void }): ReactNode {
  const client = useQueryClient()
  const [red_flag_desc, setDescription] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState('')

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSaving(true)
    setFailed('')
    try {
      await call(createRedFlag, { red_flag_desc }, { retries: 0 })
      await client.invalidateQueries({ queryKey: keyOf(listRedFlags) })
      notify('Red flag added. Mark a few sentences that show it, so that drafts find more.')
      onClose()
    } catch (failure) {
      setFailed(errorMessage(failure))
      setSaving(false)
    }
  }

  const closing = guardClosing(red_flag_desc.trim() !== '', onClose)
  return (
    <Modal opened {...closing} title="Add a red flag">
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          <Text size="sm">It appears in every applicant's review. Drafts start from its description and get better with every sentence you mark.</Text>
          <TextInput
            label="Description"
            placeholder="Refuses to use the electronic health record"
            required
            maxLength={300}
            value={red_flag_desc}
            onChange={(event) => setDescription(event.currentTarget.value)}
            data-autofocus
          />
          {failed !== '' && <ErrorNotice>{failed}</ErrorNotice>}
          <Group justify="flex-end">
            <Button variant="default" onClick={closing.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={red_flag_desc.trim() === ''}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The words and phrases for finding evidence of a red flag, for all applicants. */
export function SignalWordsDialog({ flag, onClose }: { flag: RedFlag; onClose: () => void }): ReactNode {
  const client = useQueryClient()
  const [words, setWords] = useState(flag.signal_words)
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState('')

  async function save(): Promise<void> {
    setSaving(true)
    setFailed('')
    try {
      await call(updateRedFlag, { id: flag.fgl_ref_red_flag_id, signal_words: splitPhrases(words), version: flag.version }, { retries: 0 })
      await client.invalidateQueries({ queryKey: keyOf(listRedFlags) })
      notify("Signal words saved. They'll apply starting with the next draft.")
      onClose()
    } catch (failure) {
      setFailed(errorMessage(failure))
      setSaving(false)
    }
  }

  const closing = guardClosing(words.join() !== flag.signal_words.join(), onClose)
  return (
    <Modal opened {...closing} title={`Signal words: ${flag.red_flag_desc}`} size="lg">
      <Stack>
        <Text size="sm">
          Collects sentences with these words or phrases for this red flag, for every applicant. Word endings don't matter: “blame” also finds “blamed”.
        </Text>
        <TagsInput
          label="Words and phrases"
          description="Press Enter or comma after each one"
          value={words}
          onChange={setWords}
          splitChars={[',']}
          maxTags={200}
          mah={360}
          style={{ overflowY: 'auto' }}
        />
        {failed !== '' && <ErrorNotice>{failed}</ErrorNotice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={closing.onClose}>
            Cancel
          </Button>
          <Button onClick={() => void save()} loading={isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The last entry may still end with a comma. */
function splitPhrases(words: string[]): string[] {
  return words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
