import type { CallInput, Endpoint, Output, ErrorBody } from '#contract/endpoint.ts'

const RETRIES = 3
const FIRST_DELAY = 1000
const BACKOFF_FACTOR = 1.5
const TIMEOUT = 60_000
/** Long enough to upload a file on a slow connection. */
const FORM_TIMEOUT = 600_000
const NO_RESPONSE = 'No response from server. Please check your connection and try again.'
const TIMED_OUT = 'The server took too long to respond.'
const NO_CONTENT = 'Invalid response format from server'

/** The parts of an endpoint the browser needs, so a page can make a call without loading the schemas. */
export type Address = Pick<Endpoint, 'method' | 'path'>

export type CallOptions = {
  /** Ends the call and its retries. */
  signal?: AbortSignal
  /** How often to retry when the server is unavailable; 3 by default. */
  retries?: number
  /** Called before each retry: "attempt 2 of 4". */
  onRetry?: (attempt: number, of: number) => void
  /** Called with the number of bytes received. */
  onBytes?: (received: number) => void
}

/** Thrown when a call fails; `status` is 0 if there was no response. */
export type CallFailure = Error & { status: number; detail: string; errors: NonNullable<ErrorBody['errors']> }

type Session = { token: () => string | null; onRefused?: (() => void) | undefined; prove?: ((failure: CallFailure) => Promise<boolean>) | undefined }
let session: Session = { token: () => null }

/**
 * Sends the token with every call from now on. `onRefused` is called when the server no longer accepts it (401). On a 403 that asks for proof,
 * `prove` may provide it, and the call is retried once.
 */
export function withToken(token: Session['token'], onRefused?: () => void, prove?: Session['prove']): void {
  session = { token, onRefused, prove }
}

/** Tracks one call; `signal` cancels it if someone doesn't want to wait. */
export type Watch = { signal: AbortSignal; onTry: (attempt: number, of: number) => void; end: () => void }
let watch: (() => Watch) | null = null

/** Tracks every call from now on, so a page can report that the server is slow and offer to cancel. */
export function watchCalls(begin: () => Watch): void {
  watch = begin
}

/**
 * Makes one contract call. Retries with increasing delays while the server is unavailable (no response, 502, 503, 504), then fails with 'API call
 * failed after 3 retries: …'; other errors (4xx, 500) are thrown immediately with the server's message.
 */
export async function call<E extends Endpoint>(endpoint: E | Pick<E, 'method' | 'path'>, input: CallInput<E>, how: CallOptions = {}): Promise<Output<E>> {
  const watched = watch?.()
  const signals = [how.signal, watched?.signal].filter((signal) => signal !== undefined)
  try {
    return (await callWithRetries(endpoint, { ...input }, { ...how, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) }, watched)) as Output<E>
  } catch (failure) {
    throw watched?.signal.aborted ? failed(0, TIMED_OUT) : failure
  } finally {
    watched?.end()
  }
}

async function callWithRetries(endpoint: Address, input: Record<string, unknown>, how: CallOptions, watched?: Watch): Promise<unknown> {
  const retries = how.retries ?? RETRIES
  let hasProved = false
  for (let attempt = 1; ; attempt++) {
    watched?.onTry(attempt, retries + 1)
    if (attempt > 1) how.onRetry?.(attempt, retries + 1)
    try {
      return await callOnce(endpoint, input, how)
    } catch (failure) {
      if (!hasProved && (await isProvedAfter(failure, watched))) {
        hasProved = true
        continue
      }
      if (!isServerUnavailable(failure) || how.signal?.aborted) throw failure
      if (attempt > retries) throw retries === 0 ? failure : afterRetries(failure, retries)
      await pause(FIRST_DELAY * BACKOFF_FACTOR ** (attempt - 1), how.signal)
    }
  }
}

/** While people confirm their identity, the call waits and isn't reported as slow. */
async function isProvedAfter(failure: unknown, watched?: Watch): Promise<boolean> {
  if (!isCallFailure(failure) || failure.status !== 403) return false
  watched?.end()
  return (await session.prove?.(failure)) ?? false
}

export function isCallFailure(failure: unknown): failure is CallFailure {
  return failure instanceof Error && 'status' in failure && 'detail' in failure
}

async function callOnce(endpoint: Address, input: Record<string, unknown>, { signal, onBytes }: CallOptions): Promise<unknown> {
  const limit = startLimit(Object.values(input).some((value) => value instanceof Blob) ? FORM_TIMEOUT : TIMEOUT)
  try {
    const response = await fetch(...requestFor(endpoint, input, signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)).catch((reason: unknown) => {
      if (signal?.aborted) throw reason
      throw failed(0, NO_RESPONSE)
    })
    if (response.status === 204) return undefined
    const isJson = response.headers.get('content-type')?.includes('json') === true
    if (!response.ok) throw await errorOf(response, isJson)
    if (!isJson) return await countBytes(response, (received) => (limit.restart(), onBytes?.(received))).blob()
    const content: unknown = await response.json().catch(() => undefined)
    if (content === undefined) throw failed(response.status, NO_CONTENT)
    return content
  } finally {
    limit.end()
  }
}

/** Aborts the signal after this long. A file may take longer, as long as some of it keeps arriving. */
function startLimit(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const control = new AbortController()
  const start = () => setTimeout(() => control.abort(new DOMException(TIMED_OUT, 'TimeoutError')), ms)
  let timer = start()
  return {
    signal: control.signal,
    restart() {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}

function countBytes(response: Response, onBytes: (received: number) => void): Response {
  if (!response.body) return response
  let received = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, control) {
      onBytes((received += piece.length))
      control.enqueue(piece)
    },
  })
  return new Response(response.body.pipeThrough(count), { headers: response.headers })
}

function requestFor(endpoint: Address, input: Record<string, unknown>, signal: AbortSignal): [string, RequestInit] {
  const rest = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const token = session.token()
  const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const isForm = Object.values(rest).some((value) => value instanceof Blob)
  return [
    isRead ? path + queryOf(rest) : path,
    {
      method: endpoint.method,
      credentials: 'include',
      signal,
      headers: {
        accept: 'application/json',
        ...(!isRead && !isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(!isRead && { body: isForm ? formOf(rest) : JSON.stringify(rest) }),
    },
  ]
}

/** Files are sent as a form; the browser sets its content type. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

async function errorOf(response: Response, isJson: boolean): Promise<CallFailure> {
  if (response.status === 401) session.onRefused?.()
  const said = isJson ? ((await response.json().catch(() => ({}))) as Partial<ErrorBody>) : {}
  return failed(response.status, said.detail ?? `Server error: ${response.status}`, said.errors)
}

function failed(status: number, detail: string, errors: CallFailure['errors'] = []): CallFailure {
  return Object.assign(new Error(detail), { status, detail, errors })
}

function afterRetries(failure: CallFailure, retries: number): CallFailure {
  const last = failed(failure.status, failure.detail)
  last.message = `API call failed after ${retries} retries: ${failure.detail}`
  return last
}

/** Whether the server was unavailable, or made the change and its response was lost. */
export function isServerUnavailable(failure: unknown): failure is CallFailure {
  return isCallFailure(failure) && [0, 502, 503, 504].includes(failure.status)
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
  })
}
