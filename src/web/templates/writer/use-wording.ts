import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { unfilledPlaceholders } from '#contract/templates/placeholders.ts'
import type { Problem } from '#web/templates/source/mail-problems.ts'
import { asking } from '#web/ui/use-call.ts'

export type EmailText = { subject: string; html: string }
/** A template's current text and its placeholder values; null for several recipients. */
export type Source = {
  template_name?: string | undefined
  template: EmailText
  values: Record<string, string> | null
  /** True for text that Rounds wrote for this occasion instead of a template. */ isDraft?: boolean
  /** The recipient's own names, if shown. */ own?: string[]
}
export type Wording = ReturnType<typeof useWording>

const PAUSE_MS = 500

/** One email's text: the template's until someone edits it. `of` identifies the email; a different one resets the text. */
export function useWording(of: string, source: Source | null, begun: Partial<EmailText> | null = null) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<{ of: string; words: Partial<EmailText> } | null>(begun && { of, words: begun })
  const [seen, setSeen] = useState('')
  const changes = edited?.of === of && source ? changedText(edited.words, source.template) : {}
  const words = source && { ...source.template, ...changes }
  const isChanged = Object.keys(changes).length > 0
  const asked = words && { ...words, ...(source.template_name !== undefined && { template_name: source.template_name }) }
  const [settled] = useDebouncedValue(asked, PAUSE_MS)
  const isSeen = seen !== '' && seen === JSON.stringify(asked)
  const checked = isSeen ? asked : settled
  const { data } = useQuery({
    ...asking(checkCandidateEmail, checked ?? { subject: '', html: '' }, { staleTime: Infinity, retry: false }),
    enabled: isChanged && checked !== null,
  })
  const gaps = words && source ? findGaps(words, source) : []
  const problems = isChanged && data && source ? listProblems(data, source) : []

  /** Whether the text can be sent, because its problems have already been shown. */
  async function look(): Promise<boolean> {
    if (!isChanged || !asked || !source) return true
    const found = listProblems(await client.fetchQuery(asking(checkCandidateEmail, asked, { staleTime: Infinity })), source)
    const key = JSON.stringify(asked)
    setSeen(key)
    return found.length === 0 || (seen === key && !found.some((one) => one.isBlocking))
  }

  return {
    of: `${of} ${JSON.stringify(source?.values)}`,
    words,
    source,
    isChanged,
    problems: [...problems, ...gaps],
    /** Problems found in an earlier text don't block this one; it's checked before it's sent. */
    isBlocked: gaps.length > 0 || (JSON.stringify(checked) === JSON.stringify(asked) && problems.some((one) => one.isBlocking)),
    change: (part: Partial<EmailText>) => setEdited({ of, words: { ...(edited?.of === of && edited.words), ...part } }),
    reset: () => setEdited(null),
    /** In the request: only what differs from the template. */
    changes,
    look,
    isSeen,
  }
}

/** What the text can be compared with and reset to; null for someone's own words. */
export function originOf({ template_name, isDraft }: Source): 'template' | 'draft' | null {
  return template_name === undefined ? (isDraft ? 'draft' : null) : 'template'
}

type CheckResult = { problems: { message: string; is_blocking: boolean }[]; names: string[] }

function listProblems({ problems, names }: CheckResult, { own }: Source): Problem[] {
  const others = names.filter((name) => !own?.some((one) => one.toLowerCase() === name.toLowerCase()))
  return [
    ...problems.map(({ message, is_blocking }) => ({ message, isBlocking: is_blocking })),
    ...others.map((name) => ({
      message: own ? `'${name}' is a different applicant's name.` : `'${name}' is an applicant's name. {first_name} fits everyone.`,
      isBlocking: false,
    })),
  ]
}

/** The greeting leaves out a missing last name, so it isn't a gap. */
function findGaps({ subject, html }: EmailText, { values }: Source): Problem[] {
  if (values === null) return []
  const gaps = unfilledPlaceholders(subject + html, values).filter((name) => !(name in values) && name !== 'last_name')
  return gaps.map((name) => ({ message: `{${name}} has no value for this applicant.`, isBlocking: true }))
}

function changedText(words: Partial<EmailText>, template: EmailText): Partial<EmailText> {
  const isSame = (one: string, other: string) => one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim()
  return Object.fromEntries(Object.entries(words).filter(([part, text]) => !isSame(text, template[part as keyof EmailText])))
}
