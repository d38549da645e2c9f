import { Anchor, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { readTemplate } from '#contract/templates/templates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { TemplateEditor } from './template-editor.tsx'
import { textOf, type TemplateText } from './preview/template-text.ts'

const EMPTY: TemplateText = { email_name: '', email_desc: '', email_subject: '', email_base_html: '', disabled_flag: false, fits_status_ids: [] }

/** Writing a new template, possibly from a copy of another. */
export function NewTemplateScreen(): ReactNode {
  const copied = (useLocation().state as { copy?: TemplateText } | null)?.copy
  return (
    <Frame title="New Template">
      <TemplateEditor stored={null} start={{ text: EMPTY, version: 0 }} copied={copied} />
    </Frame>
  )
}

/** Editing a stored template. */
export function TemplateScreen(): ReactNode {
  const id = Number(useParams()['id'])
  const query = useCall(readTemplate, { id }, { staleTime: 0 })
  return (
    <Frame title="Edit Template">
      <Loaded
        query={query}
        waiting={<Skeleton height={480} aria-label="Loading email template" />}
        failed={(_why, again) => <Trouble again={again}>Failed to load email template. Please try again later.</Trouble>}
      >
        {(stored) => <TemplateEditor key={id} stored={stored} start={textOf(stored)} />}
      </Loaded>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack>
      <Anchor component={Link} to="/admin/email-templates" c="var(--mantine-color-text)">
        Back to Email Templates
      </Anchor>
      <Title order={1}>{title}</Title>
      {children}
    </Stack>
  )
}
