import {
  addPasskey,
  askForPasskey,
  confirmWithPasskey,
  listPasskeys,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
} from '#contract/auth/passkeys.ts'
import { bearerKey } from '#server/auth/bearer.ts'
import { rememberBrowser, visitorOf } from '#server/auth/known-browser.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import {
  challengePasskey,
  confirmByPasskey,
  signInByPasskey,
  addNewPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  resetPasskeys,
  startNewPasskey,
} from './use-passkey.ts'

export function passkeyRoutes(context: AppContext): void {
  const { services } = context

  answer(context, listPasskeys, ({ caller }) => listOwnPasskeys(services, caller))
  answer(context, startPasskey, ({ caller }) => startNewPasskey(services, caller))
  answer(context, addPasskey, (asked) => addNewPasskey(services, asked))
  answer(context, renamePasskey, ({ input, caller }) => renameOwnPasskey(services, caller, input))
  answer(context, removePasskey, ({ input, caller }) => removeOwnPasskey(services, caller, input.id))
  answer(context, askForPasskey, ({ caller }) => challengePasskey(services, caller))
  answer(context, confirmWithPasskey, ({ input, caller, request }) =>
    confirmByPasskey(services, caller, { response: input.response, session: bearerKey(request)! }),
  )
  answer(context, signInWithPasskey, async ({ input, caller, request, reply }) => {
    const session = await signInByPasskey(services, visitorOf(services, { caller, request }), input)
    rememberBrowser(services, { request, reply }, session.email)
    return session
  })
  answer(context, removePasskeysOf, async ({ input, caller }) => {
    await resetPasskeys(services, caller, input.id)
    return null
  })
}
