import { HOLD_MINUTES } from '#contract/scheduling/scheduling.ts'

import type { Checklist } from '#contract/candidate/checklist.ts'

/** The message to a candidate after each action. */
export const MESSAGES = {
  hold: `This time is held for you for ${HOLD_MINUTES} minutes. It's yours once you confirm.`,
  confirm: 'We emailed you an invitation for each time you confirmed.',
  cancel: 'That time is no longer booked or held. You can pick another one.',
  undo: 'Your change was undone.',
  preferences: "We've told the hiring team. They'll get in touch with you.",
}
export type TimesAction = keyof typeof MESSAGES

/** `action` comes from an address, so it can be anything. */
export function isTimesAction(action: unknown): action is TimesAction {
  return typeof action === 'string' && Object.hasOwn(MESSAGES, action)
}

/** After a booking, adds what's booked and what isn't yet. */
export function messageAfter(action: TimesAction, { summary }: Checklist): string {
  return action === 'confirm' ? `${summary} ${MESSAGES.confirm}` : MESSAGES[action]
}
