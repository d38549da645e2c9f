type CodedError = Error & { code: string; tokens?: number }

/** The model's server is down, slow or rejecting requests, so the user can try again later (503). */
export function rationaleUnavailable(why: string): CodedError {
  return Object.assign(new Error(why), { code: 'RATIONALE_UNAVAILABLE' })
}

/** The model's response is unusable (502). */
export function rationaleUnusable(why: string): CodedError {
  return Object.assign(new Error(why), { code: 'RATIONALE_UNUSABLE' })
}

/** Too many rationales are being drafted for this row or person, or have been in the past hour (429). */
export function rationaleBusy(why: string): CodedError {
  return Object.assign(new Error(why), { code: 'RATIONALE_BUSY' })
}

export const isRationaleUnavailable = (error: unknown) => codeOf(error) === 'RATIONALE_UNAVAILABLE'
export const isRationaleUnusable = (error: unknown) => codeOf(error) === 'RATIONALE_UNUSABLE'
export const isRationaleBusy = (error: unknown) => codeOf(error) === 'RATIONALE_BUSY'

/** Returns the error with the tokens spent before it. */
export function withTokens(failure: unknown, tokens: number): unknown {
  return failure instanceof Error ? Object.assign(failure, { tokens }) : failure
}

export const tokensOf = (failure: unknown) => (failure as CodedError).tokens ?? 0

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
