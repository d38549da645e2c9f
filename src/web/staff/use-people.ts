import { useQueryClient } from '@tanstack/react-query'
import { revokeAccess } from '#contract/auth/auth.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { replacePerson, type Duties } from '#contract/staff/replacing.ts'
import { addOwner, changePerson, invitePerson, listPeople, removePerson, type Person } from '#contract/staff/staff.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { askOf, type PersonWords } from './people-words.ts'
import type { PersonAction } from './people-table.tsx'

type Performed = Exclude<PersonAction, 'change' | 'replace'>

/** Saves changes to people and reloads the list. */
export function usePeople() {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listPeople) })

  async function save(person: Person | null, words: PersonWords): Promise<void> {
    if (words.role === 'admin') await call(addOwner, { email: words.email })
    else if (person) await call(changePerson, { id: person.staff_account_id!, ...askOf(words, words.role), version: person.version })
    else await call(invitePerson, { email: words.email, ...askOf(words, words.role) })
    notify(savedWords(person, words))
    await reread()
  }

  async function perform(action: Performed, person: Person): Promise<void> {
    await ACTIONS[action](person).then(notify, (failure: unknown) => warn(whyOf(failure)))
    await reread()
  }

  async function replace({ staff_account_id }: Person, { email, name }: { email: string; name: string }): Promise<Duties> {
    const moved = await call(replacePerson, { id: staff_account_id!, email, ...(name.trim() && { name }) }, { retries: 0 })
    for (const changed of [listPeople, listAdminRoles]) await memory.invalidateQueries({ queryKey: keyOf(changed) })
    return moved
  }
  return { save, perform, replace }
}

function savedWords(person: Person | null, { role, email }: PersonWords): string {
  if (role === 'admin') return `${email.trim()} is now an owner. We emailed them and the other owners.`
  return person ? 'Changes saved. They take effect on this person’s next click.' : `We emailed an invitation to ${email.trim()}.`
}

const ACTIONS: Record<Performed, (person: Person) => Promise<string>> = {
  async suspend({ staff_account_id, email }) {
    await call(changePerson, { id: staff_account_id!, is_suspended: true })
    return `${email} is suspended and signed out.`
  },
  async reinstate({ staff_account_id, email }) {
    await call(changePerson, { id: staff_account_id!, is_suspended: false })
    return `${email} can sign in again.`
  },
  async remove({ staff_account_id, email }) {
    await call(removePerson, { id: staff_account_id! })
    return `${email} no longer has a role here.`
  },
  'end-sessions': async ({ email }) => (await call(revokeAccess, { email })).message,
}
