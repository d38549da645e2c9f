import { Button, Checkbox, Group, Modal, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Applicant } from '#contract/applicants.ts'
import { mayMove, meaningOf } from '#contract/statuses.ts'
import { TEMPLATE_NAMES } from '#contract/templates.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { EmailFrame } from './email-frame.tsx'
import { counted } from '#web/applicants/applicant-words.ts'
import { useBulk, type BulkProgress } from './use-bulk.ts'
import classes from './bulk-dialog.module.css'

export type BulkTask = { kind: 'move'; to: number; picked: Applicant[] } | { kind: 'email'; picked: Applicant[] }

/** Says for how many something will be done and for how many not, does it, and says how that went. */
export function BulkDialog({ task, onClose }: { task: BulkTask; onClose: (isDone: boolean) => void }): ReactNode {
  const { nameOf } = useStatuses()
  const offered = task.kind === 'move' ? meaningOf(task.to).offers : TEMPLATE_NAMES[0]
  const [template, setTemplate] = useState<string | null>(offered)
  const [isMailed, setMailed] = useState(offered !== null)
  const { progress, move, email } = useBulk()
  const able = task.picked.filter((one) => task.kind === 'email' || (mayMove(one, task.to) && one.ref_application_status_id !== task.to))
  const unable = task.picked.length - able.length
  const title = task.kind === 'move' ? `Move to '${nameOf(task.to)}'` : 'Send an e-mail'
  const isBusy = progress !== null && !progress.isOver

  async function run(): Promise<void> {
    const failures = task.kind === 'move' ? await move(able, task.to, isMailed ? template : null) : await email(able, template!)
    if (failures.length === 0) onClose(true)
  }

  return (
    <Modal opened onClose={() => !isBusy && onClose(progress?.isOver === true)} title={title} size="lg" role="alertdialog">
      <Stack gap="md">
        <Text>
          {task.kind === 'move' ? `${counted(able.length)} will be moved to '${nameOf(task.to)}'.` : `${counted(able.length)} will get one e-mail each.`}
          {unable > 0 && ` ${counted(unable)} will stay: closed, told already, or there already.`}
        </Text>
        {task.kind === 'email' && (
          <NativeSelect
            label="Template"
            data={[...TEMPLATE_NAMES]}
            value={template ?? ''}
            onChange={(event) => setTemplate(event.currentTarget.value)}
            disabled={progress !== null}
          />
        )}
        {task.kind === 'move' && offered && (
          <Checkbox
            label={`Send the '${offered}' e-mail to each of them`}
            checked={isMailed}
            onChange={(event) => setMailed(event.currentTarget.checked)}
            disabled={progress !== null}
          />
        )}
        {template && (isMailed || task.kind === 'email') && able[0] && progress === null && (
          <EmailFrame
            user_session_id={able[0].user_session_id}
            template_name={template}
            identifiable={false}
            note="As the first of them would get it, with the name covered"
          />
        )}
        {progress && <Going progress={progress} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={() => onClose(progress?.isOver === true)} disabled={isBusy}>
            {progress?.isOver ? 'Close' : 'Cancel'}
          </Button>
          {!progress?.isOver && (
            <Button onClick={() => void run()} loading={isBusy} disabled={able.length === 0}>
              {task.kind === 'move' ? `Move ${able.length}` : `Send ${able.length}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Going({ progress: { done, of, failures } }: { progress: BulkProgress }): ReactNode {
  return (
    <Stack gap="xs">
      <Progress value={(100 * (done + failures.length)) / Math.max(1, of)} aria-label="Progress" />
      <Text size="sm" role="status">
        {done} done{failures.length > 0 ? `, ${failures.length} failed` : ''}
      </Text>
      {failures.length > 0 && (
        <ul className={classes['failures']} aria-label="What did not work">
          {failures.map(({ name, why }) => (
            <li key={name}>
              <strong>{name}:</strong> {why}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
