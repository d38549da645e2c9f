import { Button, Group, Modal, Stack, Text, TextInput, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { duplicateRole, listAdminRoles, type FunctionRole } from '#contract/roles.ts'
import { call } from '#web/call.ts'
import { textField } from '#web/ui/editor/editor-form.tsx'
import type { Editing } from '#web/ui/editor/use-editing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { LABELS, type RoleWords } from './role-text.ts'

/** Creates a draft copy with everything except applicants and dates, and opens it for editing. */
export function DuplicateRole({ role, size = 'sm' }: { role: FunctionRole } & Pick<ButtonProps, 'size'>): ReactNode {
  const [isCopying, setCopying] = useState(false)
  const memory = useQueryClient()
  const navigate = useNavigate()

  async function copy(): Promise<void> {
    setCopying(true)
    try {
      const copied = await call(duplicateRole, { id: role.ref_function_role_id }, { retries: 0 })
      memory.setQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}), (all = []) => [...all, copied])
      void memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
      await navigate(`?role=${copied.ref_function_role_id}`, { state: { saved: `Draft '${copied.function_role_name}' created.`, isNewCopy: true } })
    } catch (failure) {
      warn(`We couldn't duplicate the role. ${errorMessage(failure)}`)
    } finally {
      setCopying(false)
    }
  }
  return (
    <Button variant="default" size={size} loading={isCopying} aria-label={`Duplicate ${role.function_role_name}`} onClick={() => void copy()}>
      Duplicate
    </Button>
  )
}

/** Whether this role was just copied. True only once, so reloading the page doesn't ask for a name again. */
export function useNewCopy(): [boolean, () => void] {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: { saved?: string; isNewCopy?: boolean } | null }
  const [isNew, setNew] = useState(state?.isNewCopy === true)
  const saved = state?.saved
  const mustForget = state?.isNewCopy === true
  useEffect(() => {
    if (mustForget) void navigate(search, { replace: true, state: { saved } })
  }, [mustForget, navigate, saved, search])
  return [isNew, () => setNew(false)]
}

const DIFFERING = ['function_role_name', 'license_states', 'openings'] as const

/** The fields in which a copy usually differs: Tab moves between them and Enter saves. They're fields of the form behind the dialog. */
export function NameCopy({ editing, onClose }: { editing: Editing<RoleWords>; onClose: () => void }): ReactNode {
  const elsewhere = Object.entries(editing.faults).filter(([name]) => !DIFFERING.some((one) => one === name))
  const problem = [editing.failure, ...elsewhere.map(([, fault]) => fault)].find(Boolean)
  return (
    <Modal opened onClose={onClose} title="Name this copy" centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void editing.submit().then((isSaved) => isSaved && onClose())
        }}
      >
        <Stack>
          {DIFFERING.map((name, place) => (
            <TextInput
              key={name}
              label={LABELS[name]}
              {...(place === 0 && { required: true, 'data-autofocus': true })}
              {...(name === 'openings' && { inputMode: 'numeric', description: 'Leave empty for no limit' })}
              {...textField(editing, name)}
              id={`${editing.idOf(name)}-of-copy`}
              onFocus={(event) => event.currentTarget.select()}
            />
          ))}
          {problem && (
            <Text c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" aria-disabled={editing.isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
