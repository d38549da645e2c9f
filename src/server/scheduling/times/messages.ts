import { HOLD_MINUTES } from '#contract/scheduling/scheduling.ts'

/** The message to a candidate after each action. */
export const MESSAGES = {
  hold: `This time is held for you for ${HOLD_MINUTES} minutes. It's yours once you confirm.`,
  confirm: 'Your interviews are booked. We emailed you an invitation for each.',
  cancel: 'That time is canceled. You can pick another one.',
  undo: "It's as it was before.",
  preferences: "We've told the hiring team. They'll get in touch with you.",
}
export type TimesAction = keyof typeof MESSAGES
