import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { deleteTemplate, isSentByName, listTemplates, type EmailTemplate } from '#contract/templates/templates.ts'
import { sendTestEmail } from '#contract/templates/preview.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { problemsOf } from './source/mail-problems.ts'
import type { TemplateText } from './preview/template-text.ts'

type Props = {
  stored: EmailTemplate | null
  text: TemplateText
  /** Called before leaving the screen for good: nothing on it is kept. */
  onGone: () => void
}

export function TemplateActions({ stored, text, onGone }: Props): ReactNode {
  if (!stored) return null
  const copy: TemplateText = { ...text, email_name: `${text.email_name} (copy)` }
  return (
    <>
      <SendTest id={stored.ref_email_base_id} text={text} />
      <Button variant="default" component={Link} to="/admin/email-templates/new" state={{ copy }}>
        Duplicate
      </Button>
      {!isSentByName(stored.email_name) && <Delete stored={stored} onGone={onGone} />}
    </>
  )
}

function SendTest({ id, text }: { id: number; text: TemplateText }): ReactNode {
  const [isSending, setSending] = useState(false)
  async function send(): Promise<void> {
    const blocking = problemsOf(text).find(({ isBlocking }) => isBlocking)
    if (blocking) return void warn(`No test email was sent. ${blocking.message}`)
    setSending(true)
    try {
      const { email_subject, email_base_html } = text
      notify((await call(sendTestEmail, { id, email_subject, email_base_html }, { retries: 0 })).message)
    } catch (failure) {
      warn(`No test email was sent. ${whyOf(failure)}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button variant="default" loading={isSending} onClick={() => void send()}>
      Send test to me
    </Button>
  )
}

function Delete({ stored, onGone }: { stored: EmailTemplate; onGone: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const memory = useQueryClient()
  const isUsed = stored.used > 0

  async function remove(): Promise<void> {
    try {
      await call(deleteTemplate, { id: stored.ref_email_base_id }, { retries: 0 })
      void memory.invalidateQueries({ queryKey: keyOf(listTemplates) })
      flushSync(onGone)
      void navigate('/admin/email-templates', { state: { saved: `Email template '${stored.email_name}' ${isUsed ? 'disabled' : 'deleted'}.` } })
    } catch (failure) {
      setOpen(false)
      warn(whyOf(failure))
    }
  }
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Delete '${stored.email_name}'?`} centered>
        <Text mb="md">
          {isUsed
            ? `This template was used for ${stored.used} emails. It will be disabled instead of deleted so they can be traced.`
            : "No emails were sent with this template, and no status uses it. You can't undo this."}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            Keep it
          </Button>
          <Button color="red" onClick={() => void remove()}>
            {isUsed ? 'Disable' : 'Delete'}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
