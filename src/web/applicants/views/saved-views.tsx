import { ActionIcon, Button, Menu, Popover, Text, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type SavedView, createSavedView, deleteSavedView, listSavedViews, undoDeletedView, updateSavedView } from '#contract/applicants/saved-views.ts'
import { useIsOwner } from '#web/layout/staff-places.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { IconDots, IconStar } from '#web/ui/staff-icons.tsx'
import { dismiss, notify, warn } from '#web/ui/toast.ts'
import { type Filters, reviewPath } from '#web/applicants/filters/use-filters.ts'
import { type Columns, NONE_HIDDEN } from '#web/applicants/table/columns/use-columns.ts'
import { call } from '#web/call.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import classes from './saved-views.module.css'

/** `new`: saves the current view. */
type NamingTarget = SavedView | 'new' | null
type ViewContext = { filters: Filters; columns: Columns }

/**
 * This person's saved filters, sort order and columns, and those shared by colleagues; with `isFolded`, behind a button. The dialog is rendered
 * outside the popover, which closes on any click outside it.
 */
export function SavedViews({ isFolded, ...shown }: ViewContext & { isFolded: boolean }): ReactNode {
  const [naming, setNaming] = useState<NamingTarget>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = <SavedViewsList {...shown} onName={setNaming} />
  const close = () => {
    setNaming(null)
    button.current?.focus()
  }
  return (
    <>
      {isFolded ? (
        <Popover position="bottom-end" withArrow shadow="md" width={280}>
          <Popover.Target>
            <Button ref={button} variant="subtle" size="compact-sm" color="gray" leftSection={<IconStar size={14} aria-hidden />}>
              Views
            </Button>
          </Popover.Target>
          <Popover.Dropdown>{list}</Popover.Dropdown>
        </Popover>
      ) : (
        list
      )}
      <NamingDialog {...shown} naming={naming} onClose={close} />
    </>
  )
}

function NamingDialog({ filters, columns, naming, onClose }: ViewContext & { naming: NamingTarget; onClose: () => void }): ReactNode {
  const { save, change } = useSavedViews(viewPathOf(filters, columns))
  if (!naming) return null
  return (
    <ViewNameDialog
      title={naming === 'new' ? 'Save this view' : 'Rename or share the view'}
      view={naming === 'new' ? { view_name: '', is_shared: false } : naming}
      onSave={(named) => (naming === 'new' ? save(named) : change(naming, named))}
      onClose={onClose}
    />
  )
}

function SavedViewsList({ filters, columns, onName }: ViewContext & { onName: (naming: NamingTarget) => void }): ReactNode {
  const shown = viewPathOf(filters, columns)
  const { query, change, remove, bringBack } = useSavedViews(shown)
  const views = query.data ?? []
  const isOwner = useIsOwner()
  const undo = (view: SavedView, undo_token: string) => ({
    label: 'Undo',
    run: () => {
      dismiss()
      void report(`'${view.view_name}' is back.`, bringBack(undo_token))
    },
  })
  async function removeOne(view: SavedView): Promise<void> {
    try {
      notify(`'${view.view_name}' was deleted.`, { offer: undo(view, await remove(view)) })
    } catch (failure) {
      warn(errorMessage(failure))
    }
  }
  return (
    <section aria-labelledby="saved-views">
      <h2 id="saved-views" className={classes['heading']}>
        Saved views
      </h2>
      {query.isError && <Text size="sm">We couldn't load your views. You can still use filters.</Text>}
      {views.length > 0 && (
        <ul className={classes['views']}>
          {views.map((view) => (
            <li key={view.saved_view_id}>
              <Link to={view.view_path} className={classes['view']} aria-current={view.view_path === shown ? 'true' : undefined}>
                {view.view_name}
                {view.is_shared && <span className={classes['shared']}>{view.is_own ? 'shared with the team' : `shared by ${view.email}`}</span>}
              </Link>
              {(view.is_own || isOwner) && (
                <ViewMenu
                  view={view}
                  canMove={filters.roleId !== null && view.view_path !== shown}
                  onRename={() => onName(view)}
                  onMove={() => void report(`'${view.view_name}' now shows this.`, change(view, { view_path: shown }))}
                  onDelete={() => void removeOne(view)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {filters.roleId !== null && (
        <Button size="compact-sm" variant="default" leftSection={<IconStar size={14} aria-hidden />} onClick={() => onName('new')}>
          Save this view
        </Button>
      )}
    </section>
  )
}

async function report(words: string, work: Promise<void>): Promise<void> {
  try {
    await work
    notify(words)
  } catch (failure) {
    warn(errorMessage(failure))
  }
}

type MenuProps = { view: SavedView; canMove: boolean; onRename: () => void; onMove: () => void; onDelete: () => void }

function ViewMenu({ view, canMove, onRename, onMove, onDelete }: MenuProps): ReactNode {
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change the view ${view.view_name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {view.is_own && <Menu.Item onClick={onRename}>Rename or share…</Menu.Item>}
        {view.is_own && (
          <Menu.Item onClick={onMove} disabled={!canMove}>
            Replace with the current view
          </Menu.Item>
        )}
        <Menu.Item onClick={onDelete}>Delete</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type NamedView = { view_name: string; is_shared: boolean }
type Props = { title: string; view: NamedView; onSave: (named: NamedView) => Promise<void>; onClose: () => void }

function ViewNameDialog({ title, view, onSave, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState(view.view_name)
  const [isShared, setShared] = useState(view.is_shared)
  const [failed, setFailed] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    if (typed.trim() === '') return setFailed('A name is required')
    setSaving(true)
    try {
      await onSave({ view_name: typed.trim(), is_shared: isShared })
      onClose()
    } catch (failure) {
      setFailed(errorMessage(failure))
      setSaving(false)
    }
  }

  const closing = guardClosing(typed !== view.view_name || isShared !== view.is_shared, onClose)
  return (
    <Modal opened {...closing} title={title} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label="Name"
          description="Keeps the role, status, days, sort order and columns, but not the search."
          data-autofocus
          maxLength={60}
          value={typed}
          error={failed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFailed('')
          }}
        />
        <Checkbox
          mt="sm"
          label="Share with the team"
          description="Everyone who sees this role's applicants can open it; only you can change it."
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={closing.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Sent only once: a retry after a lost response would be rejected because the name is taken. */
const NO_RETRY = { retries: 0 }

type SavedViews = {
  query: UseQueryResult<SavedView[]>
  save: (written: Pick<SavedView, 'view_name' | 'is_shared'>) => Promise<void>
  change: (view: SavedView, written: Partial<Pick<SavedView, 'view_name' | 'view_path' | 'is_shared'>>) => Promise<void>
  /** Resolves to the undo token. */
  remove: (view: SavedView) => Promise<string>
  /** Undoes a deletion. */
  bringBack: (undo_token: string) => Promise<void>
}

/** This person's views, and the actions on them; each rejects with the server's message. */
function useSavedViews(view_path: string): SavedViews {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listSavedViews) })
  return {
    query: useCall(listSavedViews, {}),
    save: async (written) => {
      await call(createSavedView, { ...written, view_path }, NO_RETRY)
      await reread()
    },
    bringBack: async (undo_token) => {
      await call(undoDeletedView, { undo_token }, NO_RETRY)
      await reread()
    },
    change: async ({ saved_view_id }, written) => {
      await call(updateSavedView, { id: saved_view_id, ...written }, NO_RETRY)
      await reread()
    },
    remove: async ({ saved_view_id }) => {
      const { undo_token } = await call(deleteSavedView, { id: saved_view_id }, NO_RETRY)
      await reread()
      return undo_token
    },
  }
}

/** The current view as it would be saved: without the open applicant and the search. */
function viewPathOf({ roleId, statusId, days, sort, answeredText, resume, due, decidedText, licenses, mine, across }: Filters, { hidden }: Columns): string {
  const query = new URLSearchParams({
    ...(sort && { sort }),
    ...(answeredText && { answered: answeredText }),
    ...(resume && { resume }),
    ...(due && { due }),
    ...(decidedText && { decided: decidedText }),
    ...(licenses && { licenses }),
    ...(mine && { mine: 'yes' }),
    ...(across && { across }),
    hide: hidden.join(',') || NONE_HIDDEN,
  })
  return `${reviewPath({ roleId, statusId, days, user_session_id: null })}?${query}`
}
