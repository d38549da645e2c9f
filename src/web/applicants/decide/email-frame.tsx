import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { call } from '#web/call.ts'
import { previewDocument } from '#web/templates/preview/preview-document.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import classes from './email-frame.module.css'

type Asked = Input<typeof previewCandidateEmail>

/** An email before it's sent: the recipient, and what they'll read. */
export function EmailFrame({ note, ...asked }: Asked & { note?: string }): ReactNode {
  const query = useQuery({
    queryKey: [previewCandidateEmail.path, asked],
    queryFn: ({ signal }) => call(previewCandidateEmail, asked, { signal }),
    staleTime: 0,
  })
  return (
    <div className={classes['email']}>
      <Loaded query={query} waiting={<Text size="sm">Loading the email …</Text>} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {({ to_name, to_address, subject, html }) => (
          <>
            <Text size="sm">
              <strong>To:</strong> {to_address ? `${to_name} <${to_address}>` : (note ?? 'applicant’s email (hidden)')}
            </Text>
            <Text size="sm">
              <strong>Subject:</strong> {subject}
            </Text>
            <Email html={html} title="The email as it will be read" />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Someone else's HTML, sandboxed. */
export function Email({ html, title }: { html: string; title: string }): ReactNode {
  return <iframe className={classes['frame']} title={title} sandbox="" srcDoc={previewDocument(html, { nonce: styleNonce(), isDark: false })} />
}
