import { Button, Checkbox, Textarea, ActionIcon, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation, ShownCitation, Stance } from '#contract/red-flags/red-flags.ts'
import { useNow } from '#web/ui/use-now.ts'
import { GRAVE_KINDS } from '#contract/red-flags/grave.ts'
import { IconBookmarkPlus } from '#web/ui/staff-icons.tsx'
import { quoted } from './before-signing.tsx'
import { useMayChange } from './may-change.ts'
import { EarlierVersions, WordingAtDecision } from '#web/applicants/together/earlier-versions.tsx'
import { timeOf } from '#web/ui/clock.ts'
import { CHOICES, stateOf, isDisputed, type Change, type Row } from './rows.ts'
import { enter } from './use-reading.ts'
import classes from './red-flag-table.module.css'

type Props = {
  row: Row
  groups: FeedbackGroup[]
  generator: string | null
  /** When the draft in progress was started. */
  since: number | null
  failed: string
  isDisabled: boolean
  onEdit: (change: Change) => void
  onGenerate: () => void
  onStop: () => void
  onReread: () => void
  onCite: (citation: Citation) => void
  onMark: (citation: Citation) => void
  onWords: () => void
}

export function RedFlagRow({ row, groups, generator, since, failed, isDisabled, onEdit, onReread, onCite, onMark, ...actions }: Props): ReactNode {
  const id = `red-flag-${row.flag.fgl_ref_red_flag_id}`
  const isOff = isDisabled || since !== null
  const mayChange = useMayChange()
  return (
    <tr data-flags={row.flag.fgl_ref_red_flag_id} aria-busy={since !== null || undefined}>
      <th scope="row" id={id}>
        {row.flag.red_flag_desc}
      </th>
      <td className={classes['choice']}>
        <Choices row={row} isOff={isOff} onEdit={onEdit} />
      </td>
      <td className={classes['text']}>
        <div className={classes['rationale']}>
          <Rationale row={row} isOff={isOff} onEdit={onEdit} />
          <RationaleNotes row={row} />
          {failed !== '' && (
            <div role="alert" className={classes['failed']}>
              <span>{failed}</span>
              {/changed this row|already a decision/.test(failed) && (
                <Button size="compact-sm" variant="default" onClick={onReread}>
                  Show the saved version
                </Button>
              )}
            </div>
          )}
        </div>
        <Citations row={row} groups={groups} onCite={onCite} onMark={onMark} />
      </td>
      {mayChange && <td className={classes['actions']}>{generator !== null && <Actions row={row} since={since} isOff={isOff} {...actions} />}</td>}
    </tr>
  )
}

type ChangeProps = Pick<Props, 'row' | 'onEdit'> & { isOff: boolean }

/** Absent, present or undecided; a suggestion has to be confirmed. */
function Choices({ row, isOff, onEdit }: ChangeProps): ReactNode {
  const mayChange = useMayChange()
  const state = stateOf(row)
  const name = row.flag.red_flag_desc
  const Line = mayChange ? 'label' : 'div'
  return (
    <>
      <Line className={classes['absent']}>
        {mayChange && (
          <Checkbox
            data-hold
            aria-label={`Absent: ${name}`}
            checked={row.fgl_absent_flag}
            disabled={isOff}
            onChange={(event) => onEdit({ fgl_absent_flag: event.currentTarget.checked })}
          />
        )}
        <span className={classes['state']} data-state={state} {...(!mayChange && { 'data-hold': true, tabIndex: -1 })}>
          {state}
        </span>
      </Line>
      {mayChange &&
        (state === 'Suggested' ? (['Absent', 'Present', 'Undecided'] as const) : (['Present', 'Undecided'] as const)).map((choice) => (
          <Button
            key={choice}
            size="compact-xs"
            variant={state === choice ? 'filled' : 'default'}
            aria-pressed={state === choice}
            aria-label={choice === 'Absent' ? `Confirm absent: ${name}` : `${choice}: ${name}`}
            disabled={isOff}
            onClick={() => onEdit(CHOICES[choice])}
          >
            {choice === 'Absent' ? 'Confirm absent' : choice}
          </Button>
        ))}
    </>
  )
}

/** A draft's text is collapsed until someone opens it, because its quotes are shown below. Text by a person is shown in full. */
function Rationale({ row: { flag, saved, fgl_rationale }, isOff, onEdit }: ChangeProps): ReactNode {
  const mayChange = useMayChange()
  const isDraft = saved?.source === 'generated' && saved.fgl_rationale === fgl_rationale
  if (!mayChange) return <p className={classes['written']}>{fgl_rationale.trim() === '' ? 'No rationale' : fgl_rationale}</p>
  return (
    <div className={classes['field']} data-text={fgl_rationale} data-draft={isDraft || undefined}>
      <Textarea
        aria-label={`Rationale: ${flag.red_flag_desc}`}
        value={fgl_rationale}
        disabled={isOff}
        onChange={(event) => onEdit({ fgl_rationale: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && enter(event.currentTarget.closest('tr')!)}
        autosize
        minRows={1}
        maxRows={8}
      />
    </div>
  )
}

type ActionsProps = Pick<Props, 'row' | 'since' | 'onGenerate' | 'onStop' | 'onWords'> & { isOff: boolean }

function Actions({ row, since, isOff, onGenerate, onStop, onWords }: ActionsProps): ReactNode {
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onGenerate} disabled={isOff} aria-describedby={`red-flag-${row.flag.fgl_ref_red_flag_id}`}>
        {since === null ? 'Generate' : 'Generating...'}
      </Button>
      {since === null ? (
        <Button size="compact-sm" variant="subtle" onClick={onWords} disabled={isOff} aria-label={`Signal words: ${row.flag.red_flag_desc}`}>
          Signal words
        </Button>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={onStop}>
          Cancel (<Elapsed since={since} />)
        </Button>
      )}
    </>
  )
}

function Elapsed({ since }: { since: number }): ReactNode {
  const now = useNow(1000)
  return `${Math.max(0, Math.round((now - since) / 1000))} s`
}

type CitationsProps = { row: Row; groups: FeedbackGroup[]; onCite: (citation: Citation) => void; onMark: (citation: Citation) => void }

/** What the latest draft is based on: the interviewers' own sentences side by side, each with its stance and a link to its card. */
function Citations({ row, groups, onCite, onMark }: CitationsProps): ReactNode {
  const mayMark = useMayChange()
  const citations = row.saved?.citations ?? []
  if (citations.length === 0) return null
  return (
    <ul className={classes['evidence']} aria-label={`Evidence: ${row.flag.red_flag_desc}`}>
      {[...byInterviewer(citations, groups)].map(([who, said]) => (
        <li key={who} data-empty={said.length === 0 || undefined}>
          <span className={classes['who']}>{who}</span>
          {said.length === 0 && <span className={classes['gone']}>Nothing found</span>}
          {said.map((citation) => (
            <div key={`${citation.if_interview_feedback_detail_id} ${citation.quote}`} className={classes['quote']} data-stance={citation.stance}>
              {isStillQuoted(citation, groups) ? <Quote citation={citation} onCite={onCite} /> : <MissingQuote citation={citation} />}
              {mayMark && isStillQuoted(citation, groups) && (
                <ActionIcon
                  size={24}
                  variant="subtle"
                  aria-label={`Mark as an example: “${citation.quote}”`}
                  title="Mark as an example"
                  onClick={() => onMark(citation)}
                >
                  <IconBookmarkPlus size={14} aria-hidden />
                </ActionIcon>
              )}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Quote({ citation, onCite }: { citation: ShownCitation; onCite: CitationsProps['onCite'] }): ReactNode {
  return (
    <a
      href="#feedback-heading"
      onClick={(event) => {
        event.preventDefault()
        onCite(citation)
      }}
    >
      <b>{citation.stance}</b> “{citation.quote}”{citation.grave && <b className={classes['grave']}> Grave: {GRAVE_KINDS[citation.grave].name}</b>}
      {citation.mentions.length > 0 && ` mentions ${quoted(citation.mentions)}`}
    </a>
  )
}

function MissingQuote({ citation }: { citation: Citation }): ReactNode {
  return (
    <span className={classes['gone']}>
      <b>{citation.stance}</b> “{citation.quote}” (no longer in the feedback)
    </span>
  )
}

/** One column for each person who wrote something, in card order. */
function byInterviewer(citations: ShownCitation[], groups: FeedbackGroup[]): Map<string, ShownCitation[]> {
  const written = groups.filter(({ feedback }) => feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  const columns = new Map<string, ShownCitation[]>(written.map((group) => [columnOf(group), []]))
  for (const citation of citations) columns.set(columnOf(citation), [...(columns.get(columnOf(citation)) ?? []), citation])
  return columns
}

const columnOf = ({ interview_name, interviewer_name }: Pick<Citation, 'interview_name' | 'interviewer_name'>) =>
  `${interview_name.replace(/^Interview /, '')} · ${interviewer_name}`

function isStillQuoted({ if_interview_feedback_detail_id, quote }: Citation, groups: FeedbackGroup[]): boolean {
  return groups.some((group) =>
    group.feedback.some((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id && one.interviewer_feedback.includes(quote)),
  )
}

const FINDER = 'evidence-finder'

/** Who wrote a text, whether a person has signed it, and whether its sources have changed. */
function RationaleNotes({ row }: { row: Row }): ReactNode {
  const { saved, isChanged } = row
  if (!saved) return isChanged ? <Notes>{UNSAVED}</Notes> : null
  const isDraft = saved.source === 'generated' && !isChanged
  return (
    <Notes>
      {isChanged && UNSAVED}
      {isDraft && !saved.reviewed && (
        <Badge color="yellow">{saved.generator === FINDER ? 'Generated - review before use' : 'AI draft - review before use'}</Badge>
      )}
      {isDraft && saved.reviewed && <Badge color="blue">Generated, reviewed</Badge>}
      {isDisputed(row) && <Badge color="orange">Disputed</Badge>}
      <Counts row={saved} />
      {saved.stale && (
        <Badge color="red" title="The feedback it quotes was edited after the draft was made">
          Stale: the feedback it cites was edited later
        </Badge>
      )}
      {!saved.stale && saved.has_newer_feedback && <Badge color="gray">There's newer feedback than this draft</Badge>}
      {saved.mentions.length > 0 && !isChanged && (
        <Text span size="xs">
          Mentions {quoted(saved.mentions)}
          {saved.meant_otherwise && '; the author means something else'}
        </Text>
      )}
      {saved.reviewed && !isChanged && (
        <Text span size="xs" c="dimmed">
          Submitted by {saved.modified_by_email ?? 'staff'}, {timeOf(saved.modified_at)}
        </Text>
      )}
      <WordingAtDecision user_session_id={saved.user_session_id} of_id={saved.fgl_ref_red_flag_id} at={saved.modified_at} />
      <EarlierVersions user_session_id={saved.user_session_id} kind="rationale" of_id={saved.fgl_hiring_decision_detail_id} />
    </Notes>
  )
}

function Counts({ row: { citations } }: { row: NonNullable<Row['saved']> }): ReactNode {
  if (citations.length === 0) return null
  const count = (stance: Stance) => citations.filter((one) => one.stance === stance).length
  return (
    <Text span size="xs" c="dimmed">
      {count('for')} for · {count('against')} against
      {count('unclear') > 0 && ` · ${count('unclear')} unclear`}
    </Text>
  )
}

const UNSAVED = (
  <Badge color="orange" key="unsaved">
    Not submitted yet
  </Badge>
)

function Notes({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['notes']}>{children}</div>
}
