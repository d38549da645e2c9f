export type FieldError = { path: string; message: string }

/** Why a call failed: the status, one sentence for a person and, for a 422, the fields. The cause isn't sent. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, detail: string, more: { errors?: FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(detail, { cause: more.cause })
    this.status = status
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
