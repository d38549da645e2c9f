import { Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import { listRedFlagMarks, markSentence, MarkMeaning } from '#contract/red-flags/red-flag-marks.ts'
import { type RedFlag } from '#contract/red-flags/red-flags.ts'
import { listVersions } from '#contract/versions.ts'
import { call } from '#web/call.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf } from '#web/ui/use-call.ts'

export const MEANINGS = {
  for: 'Shows it',
  against: 'Shows the opposite',
  unclear: 'Could go either way',
  none: "Isn't about it",
} satisfies Record<MarkMeaning, string>

/** The answer with the sentence to mark; if it comes from a draft's evidence, also the red flag and the sentence. */
export type MarkTarget = { answer: FeedbackGroup['feedback'][number]; flag?: RedFlag; quote?: string }
type Props = { user_session_id: number; flags: RedFlag[]; marking: MarkTarget; onClose: () => void }

/** Marks a sentence as an example for the evidence finder, for every applicant's review. */
export function MarkDialog({ user_session_id, flags, marking: { answer, flag, quote }, onClose }: Props): ReactNode {
  const sentences = quote === undefined ? sentencesOf(answer.interviewer_feedback) : [quote]
  const offered = { sentence: sentences.length === 1 ? sentences[0]! : '', flagId: flag ? String(flag.fgl_ref_red_flag_id) : null }
  const [sentence, setSentence] = useState(offered.sentence)
  const [flagId, setFlagId] = useState(offered.flagId)
  const [stance, setStance] = useState<MarkMeaning | ''>('')
  const { save, isSaving, failed } = useMark(onClose)
  const closing = guardClosing(sentence !== offered.sentence || flagId !== offered.flagId || stance !== '', onClose)

  return (
    <Modal opened {...closing} title="Mark a sentence as an example" size="lg">
      <Stack>
        <Text size="sm">Starting with the next draft, the evidence finder looks for similar sentences in feedback on every applicant.</Text>
        {quote === undefined ? (
          <Radio.Group label="Sentence" value={sentence} onChange={setSentence}>
            <Stack gap="xs" mt="xs">
              {sentences.map((one) => (
                <Radio key={one} value={one} label={one} />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Text>“{quote}”</Text>
        )}
        <Select
          label="Red flag"
          placeholder="Select a red flag"
          value={flagId}
          onChange={setFlagId}
          data={flags.map((one) => ({ value: String(one.fgl_ref_red_flag_id), label: one.red_flag_desc }))}
        />
        <Radio.Group label="The sentence" value={stance} onChange={(picked) => setStance(MarkMeaning.parse(picked))}>
          <Group mt="xs">
            {MarkMeaning.options.map((one) => (
              <Radio key={one} value={one} label={MEANINGS[one]} />
            ))}
          </Group>
        </Radio.Group>
        {failed !== '' && <ErrorNotice>{failed}</ErrorNotice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={closing.onClose}>
            Cancel
          </Button>
          <Button
            loading={isSaving}
            disabled={sentence === '' || flagId === null || stance === ''}
            onClick={() =>
              void save({
                user_session_id,
                fgl_ref_red_flag_id: Number(flagId),
                if_interview_feedback_detail_id: answer.if_interview_feedback_detail_id,
                quote: sentence,
                stance: MarkMeaning.parse(stance),
              })
            }
          >
            Mark
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function useMark(onDone: () => void) {
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [failed, setFailed] = useState('')
  async function save(mark: Parameters<typeof call<typeof markSentence>>[1]): Promise<void> {
    setSaving(true)
    setFailed('')
    try {
      await call(markSentence, mark, { retries: 0 })
      await Promise.all([listRedFlagMarks, listVersions].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
      notify('Sentence marked. The next draft will look for similar sentences.')
      onDone()
    } catch (failure) {
      setFailed(errorMessage(failure))
      setSaving(false)
    }
  }
  return { save, isSaving, failed }
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/** For selecting sentences; the server extends the selection to whole sentences as the finder splits them. */
function sentencesOf(text: string): string[] {
  const parts = text.split(/[\r\n]+/u).flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()))
  return [...new Set(parts.filter((part) => part !== ''))]
}
