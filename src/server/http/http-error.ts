export type FieldError = { path: string; message: string }

/** A call that is answered with a refusal: the code, one sentence for a person, and for a 422 the fields. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, detail: string, more: { errors?: FieldError[]; retryAfterSeconds?: number } = {}) {
    super(detail)
    this.status = status
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
