import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { downloadResume, type Applicant } from '#contract/applicants.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { save } from '#web/applicants/save-file.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { useShortcutsOn } from '#web/ui/shortcuts.ts'
import classes from './resume-panel.module.css'

const PdfPages = lazy(() => import('./pdf-pages.tsx').then((loaded) => ({ default: loaded.PdfPages })))

export type ResumeOpen = { isOpen: boolean; setOpen: (isOpen: boolean) => void }
type Props = { applicant: Applicant; filters: Filters; resume: ResumeOpen }

/** The resume identifies the applicant: available only with names shown, loaded only when opened. */
export function ResumePanel({
  applicant,
  filters: { identifiable, showIdentities },
  resume: { isOpen: isResumeOpen, setOpen: setResumeOpen },
}: Props): ReactNode {
  const areKeysOn = useShortcutsOn()
  return (
    <section aria-labelledby="resume" className={classes['resume']}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="resume">
          Resume
        </Title>
        {applicant.has_resume && identifiable && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isResumeOpen}
            onClick={() => setResumeOpen(!isResumeOpen)}
            {...(areKeysOn && { 'aria-keyshortcuts': 'o' })}
          >
            {isResumeOpen ? 'Close resume' : 'Open resume'}
          </Button>
        )}
      </Group>
      {!applicant.has_resume && (
        <Text size="sm" c="dimmed">
          No resume was uploaded.
        </Text>
      )}
      {applicant.has_resume && !identifiable && <Hidden onShow={() => (showIdentities(true), setResumeOpen(true))} />}
      {applicant.has_resume && identifiable && isResumeOpen && <Resume id={applicant.user_session_id} />}
    </section>
  )
}

function Hidden({ onShow }: { onShow: () => void }): ReactNode {
  return (
    <div className={classes['covered']}>
      <Text size="sm">The resume names the person. Answers have the name covered, but may still tell who somebody is.</Text>
      <Button size="compact-sm" variant="default" onClick={onShow}>
        Show names and open the resume
      </Button>
    </div>
  )
}

function Resume({ id }: { id: number }): ReactNode {
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
      <PdfPages pdf={pdf} onDownload={download} />
    </Suspense>
  )
}
