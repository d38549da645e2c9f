import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useBlocker, useLocation } from 'react-router'

export type GuardOptions = {
  isChanged: boolean
  /** Saves; resolves false if that failed and the person has to check the form. */
  save: () => Promise<boolean>
  discard: () => void
}

/** `also`: the page's second form, which can only be left along with the page. There's one guard per page. */
type Props = GuardOptions & { also?: GuardOptions }

let changedForms = 0

/** For actions outside the form that would leave out its changes. */
export function hasUnsavedChanges(): boolean {
  return changedForms > 0
}

/** Asks before leaving a form with unsaved changes: save, discard or stay. */
export function UnsavedGuard({ isChanged, save, discard, also }: Props): ReactNode {
  const [isSaving, setSaving] = useState(false)
  const isAlsoChanged = also?.isChanged === true
  // After signing out, the draft is still there on the next sign-in.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOtherPage = currentLocation.pathname !== nextLocation.pathname
    const isLeft = (isChanged && (isOtherPage || currentLocation.search !== nextLocation.search)) || (isAlsoChanged && isOtherPage)
    return isLeft && !nextLocation.pathname.endsWith('/login')
  })
  useEffect(() => {
    if (!isChanged && !isAlsoChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    changedForms += 1
    return () => {
      window.removeEventListener('beforeunload', warn)
      changedForms -= 1
    }
  }, [isChanged, isAlsoChanged])

  const { pathname } = useLocation()
  const leavesPage = blocker.location?.pathname !== pathname

  async function saveAndGo() {
    setSaving(true)
    const isSaved = (!isChanged || (await save())) && (!isAlsoChanged || !leavesPage || (await also!.save()))
    setSaving(false)
    if (isSaved) blocker.proceed?.()
    else blocker.reset?.()
  }
  function discardAndGo() {
    discard()
    if (leavesPage) also?.discard()
    blocker.proceed?.()
  }

  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title="Unsaved changes" centered>
      <Text mb="lg">You have unsaved changes on this page.</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button variant="default" onClick={discardAndGo}>
          Discard
        </Button>
        <Button onClick={() => void saveAndGo()} loading={isSaving} data-autofocus>
          Save
        </Button>
      </Group>
    </Modal>
  )
}
