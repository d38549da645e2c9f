import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { RESUME } from '#contract/applicants/applicant-list.ts'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { useShortcutsEnabled } from '#web/ui/shortcuts.ts'
import { IconMaximize } from '#web/ui/staff-icons.tsx'
import { errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { save } from '#web/ui/save-file.ts'
import { PART_FAILED, preparePart, usePart } from '#web/ui/waiting/use-part.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { rowsQuery } from '#web/applicants/table/rows/list-query.ts'
import { resumeQuery } from './resume-query.ts'
import classes from './resume-panel.module.css'

const loadPages = async () => (await import('./pdf-pages.tsx')).PdfPages

/** Preloads what the first resume needs to be drawn, which would otherwise take half a second longer. */
export function prepareResumes(): void {
  void preparePart(loadPages).catch(() => {})
  import('./guarded-pdf.ts').then(
    ({ startSpareWorker }) => startSpareWorker(),
    () => {},
  )
}

type Props = { applicant: Applicant; filters: Filters }
type PanelProps = Props & { /** The reader opened this to read it. */ isRead: boolean; onRead: () => void }

/** The resume identifies the applicant, so it's shown only with names. */
export function ResumePanel({ applicant, filters, isRead, onRead }: PanelProps): ReactNode {
  const { identifiable } = filters
  const widen = <ExpandButton isRead={isRead} onRead={onRead} />
  const isShown = applicant.has_resume && identifiable
  return (
    <section aria-labelledby="resume" className={classes['resume']} data-read={isRead || undefined}>
      <Group justify="space-between" className={classes['head'] ?? ''}>
        <Title order={2} size="h4" id="resume">
          Resume
        </Title>
        {!isShown && widen}
      </Group>
      {!applicant.has_resume && (
        <Text size="sm" c="dimmed">
          No resume was uploaded.
        </Text>
      )}
      {applicant.has_resume && !identifiable && <HiddenResume applicant={applicant} filters={filters} isRead={isRead} onRead={onRead} />}
      {isShown && <Resume key={applicant.user_session_id} id={applicant.user_session_id} search={filters.sought} isRead={isRead} tool={widen} />}
    </section>
  )
}

/** Toggles between the width of a page next to the answers and half the screen. */
function ExpandButton({ isRead, onRead }: { isRead: boolean; onRead: () => void }): ReactNode {
  const areKeysOn = useShortcutsEnabled()
  return (
    <ActionIcon
      variant={isRead ? 'filled' : 'default'}
      className={classes['widen'] ?? ''}
      aria-label="Show the resume at full width"
      title="Show the resume at full width (O)"
      aria-pressed={isRead}
      onClick={onRead}
      {...(areKeysOn && { 'aria-keyshortcuts': 'o' })}
    >
      <IconMaximize size={16} aria-hidden />
    </ActionIcon>
  )
}

function HiddenResume({ applicant: { user_session_id }, filters, isRead, onRead }: PanelProps): ReactNode {
  const show = useRef<HTMLButtonElement>(null)
  const wasRead = useRef(isRead)
  // Only after a keypress: with a remembered width, Space must not show names to someone who wants to scroll.
  useEffect(() => {
    if (isRead && !wasRead.current) show.current?.focus()
    wasRead.current = isRead
  }, [isRead])
  const { data: rows = [] } = useQuery({ ...rowsQuery(filters, [user_session_id]), enabled: filters.sought.trim() !== '' })
  const found = rows[0]?.found
  /** Opens it at the same width as the keyboard shortcut does. */
  function open(): void {
    filters.showIdentities(true)
    if (!isRead) onRead()
  }
  return (
    <div className={classes['covered']}>
      <Text size="sm">The resume identifies the applicant, so it's hidden while names are hidden.</Text>
      {found?.where === RESUME && (
        <Text size="sm">
          Found in the resume: “<Highlighted text={found.text} search={filters.sought} />”
        </Text>
      )}
      <Button ref={show} size="compact-sm" variant="default" onClick={open}>
        Show names and open the resume
      </Button>
    </div>
  )
}

type ResumeProps = { id: number; search: string; isRead: boolean; tool: ReactNode }

function Resume({ id, search, isRead, tool }: ResumeProps): ReactNode {
  const query = useQuery(resumeQuery(id))
  const { Component: PdfPages, again } = usePart(loadPages)
  if (query.isError) return <ErrorNotice again={() => void query.refetch()}>{errorMessage(query.error)}</ErrorNotice>
  if (!query.data) return <Text size="sm">Loading resume…</Text>
  const pdf = query.data
  const download = () => save(pdf, `resume-${id}.pdf`)
  if (again) return <ErrorNotice again={again}>{PART_FAILED}</ErrorNotice>
  if (!PdfPages) return <Text size="sm">Opening resume…</Text>
  return <PdfPages pdf={pdf} search={search} onDownload={download} isRead={isRead} tool={tool} />
}
