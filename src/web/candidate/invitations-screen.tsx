import { Select, Skeleton, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listAdminRoles, ROLE_STATES } from '#contract/roles.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { ProspectsTab } from './prospects-tab.tsx'
import { Empty } from '#web/ui/message/empty.tsx'

/** The people who can be invited to each published role in someone's scope, for staff who don't edit roles. */
export function InvitationsScreen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const query = useCall(listAdminRoles, {})
  const [isWriting, setWriting] = useState(false)
  return (
    <Stack>
      <ArrivalTitle>Invitations</ArrivalTitle>
      <Loaded
        query={query}
        waiting={<Skeleton height={120} aria-label="Loading roles" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(all) => {
          const published = all.filter(({ state }) => ROLE_STATES[state].acceptsApplications)
          const role = published.find((one) => String(one.ref_function_role_id) === search.get('role'))
          if (published.length === 0) return <Empty>None of your roles are published right now.</Empty>
          return (
            <>
              <Select
                label="Role"
                placeholder="Select a role"
                description={role && isWriting ? 'Send or cancel the invitation to select another role.' : undefined}
                disabled={role !== undefined && isWriting}
                maw="32rem"
                searchable
                allowDeselect={false}
                nothingFoundMessage="No matching roles"
                value={role ? String(role.ref_function_role_id) : null}
                onChange={(chosen) => {
                  setWriting(false)
                  if (chosen) setSearch({ role: chosen }, { replace: true })
                }}
                data={published.map((one) => ({ value: String(one.ref_function_role_id), label: one.function_role_name }))}
              />
              {!role && <Empty>Select a role to see the people you've invited to apply for it, or to invite someone.</Empty>}
              {role && <ProspectsTab key={role.ref_function_role_id} ref_function_role_id={role.ref_function_role_id} onWriting={setWriting} />}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
