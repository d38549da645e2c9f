import { Button, Group, List, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Row } from './rows.ts'

export type MentionWarning = { row: Row; words: string[] }

/** Asks before a draft is signed whose sources have changed, so the signer knows about it. */
export function StaleDialog({ rows, ...act }: Act & { rows: Row[] }): ReactNode {
  return (
    <Question {...act} isOpen={rows.length > 0} title="Feedback changed since these drafts" back="Go back" sign="Submit anyway">
      <Text mb="sm">Interviewers edited or added feedback after these drafts were made. Generate them again, edit them, or submit them as is.</Text>
      <List mb="lg">
        {rows.map(({ flag }) => (
          <List.Item key={flag.fgl_ref_red_flag_id}>{flag.red_flag_desc}</List.Item>
        ))}
      </List>
    </Question>
  )
}

/** A warning that never blocks, because the signer knows what the text is about. */
export function MentionsDialog({ mentioned, ...act }: Act & { mentioned: MentionWarning[] }): ReactNode {
  return (
    <Question {...act} isOpen={mentioned.length > 0} title="Is this your reason?" back="Change the reason" sign="I mean something else">
      <Text mb="sm">
        These rationales mention things a hiring decision usually can't be based on, such as age, health, family, religion or origin. If one of them is your
        reason, give a different one. We'll keep your answer with the text.
      </Text>
      <List mb="sm">
        {mentioned.map(({ row: { flag }, words }) => (
          <List.Item key={flag.fgl_ref_red_flag_id}>
            {flag.red_flag_desc}: {quoted(words)}
          </List.Item>
        ))}
      </List>
      <Text mb="lg" size="sm" c="dimmed">
        This is a hint, not legal advice.
      </Text>
    </Question>
  )
}

export const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(', ')

type Act = { onClose: () => void; onSign: () => void }
type QuestionProps = Act & { isOpen: boolean; title: string; back: string; sign: string; children: ReactNode }

function Question({ isOpen, title, back, sign, children, onClose, onSign }: QuestionProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {back}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onSign()
          }}
        >
          {sign}
        </Button>
      </Group>
    </Modal>
  )
}
