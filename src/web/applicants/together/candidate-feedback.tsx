import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { readCandidateFeedback, reviewCandidateFeedback, writeCandidateFeedback, type CandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { listVersions } from '#contract/versions.ts'
import { EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { sessionOf } from '#web/auth/session.ts'
import { call } from '#web/call.ts'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { textField } from '#web/ui/editor/editor-form.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing } from '#web/ui/editor/use-editing.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf, readAgain, useCall } from '#web/ui/use-call.ts'
import { listHiringDecisionDetails, listRedFlags, type HiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = { applicant: Applicant; identifiable: boolean }

/** The feedback to the candidate about their interviews: written by the hiring lead, reviewed by a second person, sent with the rejection. */
export const FeedbackToCandidate = memo(function FeedbackToCandidate({ applicant, identifiable }: Props): ReactNode {
  const { user_session_id: id, ref_application_status_id, hiring_lead_name, hiring_lead_email } = applicant
  const isInterviewed = meaningOf(ref_application_status_id).takesFeedback
  const { data } = useCall(readCandidateFeedback, { id, identifiable }, { enabled: isInterviewed })
  if (!isInterviewed || !data) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="feedback-to" my="lg">
      <Title order={2} size="h4" id="feedback-to">
        Feedback for the candidate
      </Title>
      <Text size="sm" c="dimmed">
        Optional. The hiring lead writes it or picks confirmed statements, a second person reviews it, and it's sent with a rejection after interviews.
      </Text>
      <EarlierVersions user_session_id={id} kind="candidate_feedback" of_id={id} />
      <FeedbackEditor
        key={`${id}-${identifiable}`}
        id={id}
        identifiable={identifiable}
        kept={data}
        lead={{ name: hiring_lead_name, isMe: isMe(hiring_lead_email) }}
      />
    </Stack>
  )
})

type EditProps = { id: number; identifiable: boolean; kept: CandidateFeedback; lead: { name: string; isMe: boolean } }
type FeedbackDraft = { feedback_text: string }
const LABELS = { feedback_text: 'Feedback' }

const toDraft = ({ feedback_text, version }: CandidateFeedback): Versioned<FeedbackDraft> => ({ text: { feedback_text: feedback_text ?? '' }, version })

function useFeedbackEditing({ id, identifiable, kept }: Pick<EditProps, 'id' | 'identifiable' | 'kept'>) {
  const memory = useQueryClient()
  const reread = () => Promise.all([readCandidateFeedback, listVersions].map((endpoint) => memory.invalidateQueries({ queryKey: keyOf(endpoint) })))
  // Newer than `kept` until that's read again. Versions don't tell, because they start over once the text is removed.
  const [newer, setNewer] = useState<{ than: CandidateFeedback; stored: Versioned<FeedbackDraft> } | null>(null)
  function show(now: CandidateFeedback): Versioned<FeedbackDraft> {
    setNewer({ than: kept, stored: toDraft(now) })
    return toDraft(now)
  }
  const editing = useEditing<FeedbackDraft>({
    // Text with the candidate's name stays out of the view that hides it.
    draftKey: `candidate_feedback_${id}_${identifiable}`,
    stored: newer?.than === kept ? newer.stored : toDraft(kept),
    save: async ({ feedback_text }, version) => show(await call(writeCandidateFeedback, { id, feedback_text, version }, { retries: 0 })),
    reread: async () => show(await readAgain(memory, readCandidateFeedback, { id, identifiable })),
    onSaved: () => {
      notify('Saved. A second person has to review it.')
      void reread()
    },
  })

  async function review(): Promise<void> {
    await call(reviewCandidateFeedback, { id, version: kept.version }, { retries: 0 }).then(
      () => notify('Reviewed. It will be sent with a rejection.'),
      (failure: unknown) => warn(errorMessage(failure)),
    )
    await reread()
  }
  return { editing, review }
}

function FeedbackEditor({ id, identifiable, kept, lead }: EditProps): ReactNode {
  const { editing, review } = useFeedbackEditing({ id, identifiable, kept })
  const text = editing.text.feedback_text
  const isMine = kept.written_by_email !== null && isMe(kept.written_by_email)
  return (
    <>
      {lead.isMe ? (
        <>
          <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
          <Textarea label={LABELS.feedback_text} autosize minRows={2} maxLength={3000} {...textField(editing, 'feedback_text')} />
          <ConfirmedStatements
            user_session_id={id}
            identifiable={identifiable}
            text={text}
            onTake={(statement) => editing.set({ feedback_text: [text.trim(), statement].filter(Boolean).join('\n\n') })}
          />
          {editing.failure && <ErrorNotice>{editing.failure}</ErrorNotice>}
          <ConflictDialog conflict={editing.conflict} mine={editing.text} labels={LABELS} onResolve={editing.resolve} />
        </>
      ) : (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{kept.feedback_text ?? `None yet. Only ${lead.name} can write it.`}</Text>
      )}
      {kept.feedback_text !== null && (
        <Message tone={kept.reviewed_by_email ? 'good' : 'warn'} role="presentation">
          {kept.reviewed_by_email ? `Reviewed by ${kept.reviewed_by_email}.` : `Written by ${kept.written_by_email}. Not sent until someone else reviews it.`}
        </Message>
      )}
      <Group>
        {lead.isMe && (
          <Button size="xs" variant="default" disabled={!editing.isChanged} loading={editing.isSaving} onClick={() => void editing.submit()}>
            Save feedback
          </Button>
        )}
        {kept.feedback_text !== null && !kept.reviewed_by_email && !isMine && (
          <Button size="xs" variant="default" onClick={() => void review()}>
            I reviewed it
          </Button>
        )}
      </Group>
    </>
  )
}

function isMe(email: string): boolean {
  return sessionOf('admin')?.email.toLowerCase() === email.toLowerCase()
}

type ConfirmedStatementsProps = { user_session_id: number; identifiable: boolean; text: string; onTake: (statement: string) => void }

/** Confirmed statements about the interviews, to use in the feedback; the hiring lead rewrites them for the candidate. */
function ConfirmedStatements({ user_session_id, identifiable, text, onTake }: ConfirmedStatementsProps): ReactNode {
  const { data: details = [] } = useCall(listHiringDecisionDetails, { user_session_id, identifiable })
  const { data: flags = [] } = useCall(listRedFlags, {})
  const confirmed = details.filter(isConfirmed)
  if (confirmed.length === 0) return null
  const nameOf = (id: number) => flags.find((flag) => flag.fgl_ref_red_flag_id === id)?.red_flag_desc ?? ''
  return (
    <details>
      <summary>Use confirmed statements ({confirmed.length})</summary>
      <Stack component="ul" gap="xs" mt="xs" p={0} style={{ listStyle: 'none' }}>
        {confirmed.map(({ fgl_hiring_decision_detail_id: id, fgl_ref_red_flag_id, fgl_rationale }) => (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="start" justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              <strong>{nameOf(fgl_ref_red_flag_id)}:</strong> {fgl_rationale}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              disabled={text.includes(fgl_rationale!.trim())}
              aria-label={`Add the statement on ${nameOf(fgl_ref_red_flag_id)}`}
              onClick={() => onTake(fgl_rationale!.trim())}
            >
              Add
            </Button>
          </Group>
        ))}
      </Stack>
    </details>
  )
}

/** Signed by a person, and the feedback behind it hasn't changed. */
function isConfirmed({ reviewed, decided, stale, fgl_rationale }: HiringDecisionDetail): boolean {
  return reviewed && decided && !stale && (fgl_rationale ?? '').trim() !== ''
}
