import { CloseButton, Text } from '@mantine/core'
import { memo, useCallback, useRef, useState, type ReactNode, type RefObject } from 'react'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { findAnswer } from '#web/applicants/applicant-text.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import classes from './full-text.module.css'

/** One of an applicant's answers, or all of them if `question_name` is null. */
type FullTextTarget = { title: string; id: number; question_name: string | null; at: HTMLElement }
export type ShowFull = (whole: FullTextTarget) => void
type ViewContext = { box: RefObject<HTMLDivElement | null>; whole: FullTextTarget | null; show: ShowFull }

/** A single popover for the full text of any answer. */
export function useFullText(): ViewContext {
  const box = useRef<HTMLDivElement>(null)
  const [whole, setWhole] = useState<FullTextTarget | null>(null)
  const show = useCallback((asked: FullTextTarget) => {
    setWhole(asked)
    const place = asked.at.getBoundingClientRect()
    const width = Math.min(480, window.innerWidth - 24)
    box.current?.style.setProperty('--left', `${Math.max(12, Math.min(place.left, window.innerWidth - width - 12))}px`)
    box.current?.style.setProperty('--top', `${Math.max(12, Math.min(place.bottom + 6, window.innerHeight - 340))}px`)
    box.current?.showPopover()
    box.current?.focus()
  }, [])
  return { box, whole, show }
}

type Props = ViewContext & { search: string; identifiable: boolean }

export const FullText = memo(function FullText({ box, whole, search, identifiable }: Props): ReactNode {
  const close = () => {
    box.current?.hidePopover()
    whole?.at.focus()
  }
  return (
    <div ref={box} popover="auto" role="dialog" aria-label={whole?.title ?? 'Answer'} tabIndex={-1} className={classes['full']}>
      <div className={classes['fullHead']}>
        <strong>{whole?.title}</strong>
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      {whole && <Texts whole={whole} search={search} identifiable={identifiable} />}
    </div>
  )
})

function Texts({ whole: { id, question_name }, search, identifiable }: { whole: FullTextTarget; search: string; identifiable: boolean }): ReactNode {
  const query = useCall(readApplicant, { id, identifiable })
  return (
    <Loaded query={query} waiting={<Text size="sm">Loading…</Text>} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(applicant) =>
        question_name !== null ? (
          <p>
            <Highlighted text={findAnswer(applicant, question_name)} search={search} />
          </p>
        ) : (
          applicant.answers
            .filter((one) => one.applicants_answer.length > 60)
            .map((one) => (
              <section key={one.question_name}>
                <Text size="sm" fw={600} mt="sm">
                  {one.question_text}
                </Text>
                <p>
                  <Highlighted text={one.applicants_answer} search={search} />
                </p>
              </section>
            ))
        )
      }
    </Loaded>
  )
}
