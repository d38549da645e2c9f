import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { byName, type Interviewer } from '#contract/interviewers.ts'
import { ScrollingTable } from '#web/ui/table/scrolling-table.tsx'

const LONGEST = 80

/** Every registered interviewer; each opens for editing. */
export function InterviewersTable({ interviewers }: { interviewers: Interviewer[] }): ReactNode {
  return (
    <ScrollingTable label="Interviewers" columns={['Interviewer', 'Email', 'Bio', 'Hours']}>
      {byName(interviewers).map(({ ref_interviewer_id: id, interviewer_name, interviewer_email, interviewer_bio: bio }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row">
            <Link to={`?interviewer=${id}`}>{interviewer_name}</Link>
          </Table.Th>
          <Table.Td>{interviewer_email}</Table.Td>
          <Table.Td>{bio === '' ? '–' : bio.length > LONGEST ? `${bio.slice(0, LONGEST).trimEnd()}…` : bio}</Table.Td>
          <Table.Td>
            <Link to={`/admin/interviews?hours=${id}`} aria-label={`Hours of ${interviewer_name}`}>
              Hours
            </Link>
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollingTable>
  )
}
