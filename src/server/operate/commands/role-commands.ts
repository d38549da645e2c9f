import { ClosingOption } from '#contract/roles.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { changeRole } from '#server/applicants/decide/close-role.ts'
import { permissionsOf } from '#server/auth/address.ts'
import { openAccount } from '#server/auth/store.ts'
import { listEditedRoles } from '#server/roles/editing-store.ts'
import type { Command, Arguments, Operator } from './operator.ts'

export const ROLE_COMMANDS: Command[] = [
  {
    usage: 'roles list [--json]',
    about: 'Every role with its number and its state.',
    options: { json: { type: 'boolean', about: 'as one JSON array' } },
    whileRunning: true,
    run: listRoles,
  },
  {
    usage: 'roles close ID [--waiting email|stay-due]',
    about: "Closes a role. If applicants are waiting for a reply, --waiting says what they're told.",
    options: {
      waiting: { type: 'string', about: "email: their applications are closed and they're emailed; stay-due: each stays open and due" },
    },
    whileRunning: true,
    check: (given) => void [roleId(given), waitingOf(given)],
    run: closeRole,
  },
]

async function listRoles({ db, say }: Operator, { flags }: Arguments): Promise<boolean> {
  const roles = (await listEditedRoles(db, 'everyone')).map(({ ref_function_role_id, function_role_name, state, published_at, closes_at }) => {
    return { ref_function_role_id, function_role_name, state, published_at, closes_at }
  })
  if (flags['json'] === true) say(JSON.stringify(roles))
  else for (const role of roles) say(`${String(role.ref_function_role_id).padStart(4)}  ${role.state.padEnd(9)}  ${role.function_role_name}`)
  return true
}

/** Recorded as done by the first owner, because owners are responsible for what operators do here. */
async function closeRole({ db, env, say }: Operator, given: Arguments): Promise<boolean> {
  const email = env.ADMIN_EMAILS[0]!
  const account = { staff_account_id: await openAccount(db, email), has_passkey: false, mustProve: null, owesPasskey: false }
  const caller = { ...permissionsOf(env, email, null), ...account, email, ip: '', isHead: false }
  const waiting_applicants = waitingOf(given)
  const role = await changeRole({ db, env, keys: await loadKeys(db, env.SECRET_KEY) }, caller, {
    id: roleId(given),
    state: 'closed',
    ...(waiting_applicants && { waiting_applicants }),
  })
  say(`'${role.function_role_name}' is closed. ${role.unanswered_applicants} applicants are still waiting for a reply.`)
  return true
}

function roleId({ operands }: Arguments): number {
  const text = operands[0]!
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`'${text}' isn't the number of a role.`)
  return Number(text)
}

function waitingOf({ flags }: Arguments): ClosingOption | undefined {
  const text = flags['waiting']
  if (text === undefined) return undefined
  const parsed = ClosingOption.safeParse(text)
  if (!parsed.success) throw new TypeError('--waiting is email or stay-due.')
  return parsed.data
}
