import { Badge, Button, Group, Modal, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Keeper } from './autosave/keeper.ts'
import type { Kept } from './autosave/store.ts'
import type { Choice } from './autosave/merge.ts'
import { timeOf } from '#web/ui/clock.ts'

/** An answer that differs here and on the server: shows both texts, with the newer one marked, and lets the person decide. */
export function ChoiceDialog({ kept, keeper }: { kept: Kept; keeper: Keeper }): ReactNode {
  const [putOff, setPutOff] = useState('')
  const [choice] = kept.choices
  const open = choice ? `${choice.question} ${choice.theirs_at}` : ''
  if (choice && putOff === open) {
    return (
      <Button mt="xs" color="red" variant="light" onClick={() => setPutOff('')}>
        Choose which text to keep
      </Button>
    )
  }
  const question = kept.questions.find((one) => one.if_interviewer_role_feedback_question_id === choice?.question)
  return (
    <Modal opened={choice !== undefined} onClose={() => setPutOff(open)} title="Which text do you want to keep?" size="min(60rem, 95vw)">
      {choice && (
        <Stack>
          <Text>
            Your answer to “{question?.interview_feedback_question}” was also changed in another window or on another device. Nothing is lost: choose one, or
            keep both.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Side title="In this browser" at={new Date(choice.mine_at).toISOString()} isNewest={isMineNewest(choice)} text={choice.mine} />
            <Side title="On the server" at={choice.theirs_at} isNewest={!isMineNewest(choice)} text={choice.theirs} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => keeper.choose(choice.question, choice.mine)}>
              Keep this browser’s version
            </Button>
            <Button variant="default" onClick={() => keeper.choose(choice.question, choice.theirs)}>
              Keep the server’s version
            </Button>
            <Button onClick={() => keeper.choose(choice.question, `${choice.theirs}\n\n${choice.mine}`)}>Keep both</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function isMineNewest({ mine_at, theirs_at }: Choice): boolean {
  return mine_at >= Date.parse(theirs_at)
}

function Side({ title, at, isNewest, text }: { title: string; at: string; isNewest: boolean; text: string }): ReactNode {
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {timeOf(at)}
        </Text>
        {isNewest && <Badge color="green">Newest</Badge>}
      </Group>
      <Textarea readOnly autosize minRows={3} maxRows={14} aria-label={title} value={text} placeholder="(empty)" />
    </div>
  )
}
