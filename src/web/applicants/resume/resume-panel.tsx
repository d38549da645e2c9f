import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { RESUME } from '#contract/applicants/applicant-list.ts'
import { downloadResume, type Applicant } from '#contract/applicants/applicants.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { save } from '#web/ui/save-file.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Marked } from '#web/applicants/marked.tsx'
import { rowsQuery } from '#web/applicants/table/rows/list-query.ts'
import classes from './resume-panel.module.css'

const PdfPages = lazy(() => import('./pdf-pages.tsx').then((loaded) => ({ default: loaded.PdfPages })))

type Props = { applicant: Applicant; filters: Filters }

/** The resume identifies the applicant, so it's shown only with names. */
export function ResumePanel({ applicant, filters }: Props): ReactNode {
  const { identifiable } = filters
  return (
    <section aria-labelledby="resume" className={classes['resume']}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="resume">
          Resume
        </Title>
      </Group>
      {!applicant.has_resume && (
        <Text size="sm" c="dimmed">
          No resume was uploaded.
        </Text>
      )}
      {applicant.has_resume && !identifiable && <Hidden applicant={applicant} filters={filters} />}
      {applicant.has_resume && identifiable && <Resume key={applicant.user_session_id} id={applicant.user_session_id} search={filters.sought} />}
    </section>
  )
}

function Hidden({ applicant: { user_session_id }, filters }: Props): ReactNode {
  const { data: rows = [] } = useQuery({ ...rowsQuery(filters, [user_session_id]), enabled: filters.sought.trim() !== '' })
  const found = rows[0]?.found
  return (
    <div className={classes['covered']}>
      <Text size="sm">The resume identifies the applicant, so it’s hidden while names are.</Text>
      {found?.where === RESUME && (
        <Text size="sm">
          Found in it: “<Marked text={found.text} search={filters.sought} />”
        </Text>
      )}
      <Button size="compact-sm" variant="default" onClick={() => filters.showIdentities(true)}>
        Show names and open the resume
      </Button>
    </div>
  )
}

function Resume({ id, search }: { id: number; search: string }): ReactNode {
  const query = useQuery({
    queryKey: [downloadResume.path, { id, identifiable: true }],
    queryFn: async ({ signal }) => (await call(downloadResume, { id }, { signal })) as Blob,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (query.isError) return <Trouble again={() => void query.refetch()}>{whyOf(query.error)}</Trouble>
  if (!query.data) return <Text size="sm">Loading the resume …</Text>
  const pdf = query.data
  const download = () => save(pdf, `resume-${id}.pdf`)
  return (
    <Suspense fallback={<Text size="sm">Opening the resume …</Text>}>
      <PdfPages pdf={pdf} search={search} onDownload={download} />
    </Suspense>
  )
}
