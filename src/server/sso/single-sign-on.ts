/** What the browser sends to the provider, and what the server saves to check the response; see OpenID Connect Core 1.0, section 3.1. */
export type Attempt = { state: string; nonce: string; code_verifier: string; again_flag: boolean }

/** The provider's response, as passed on by the browser. */
export type ProviderResponse = { state: string; code?: string | undefined; iss?: string | undefined; error?: string | undefined }

/** A person as the provider identifies them. A `subject` is never reassigned to someone else; an address may be. */
export type Identity = { subject: string; email: string | null; is_verified: boolean; groups: string[]; sid: string | null }

/** The sessions that a provider ends: all of a subject's, or those of one provider session. `issued_at` is in seconds. */
export type ProviderLogout = { subject: string | null; sid: string | null; issued_at: number }

/** An OpenID provider. Calls fail with an `HttpError`: 503 if the provider can't be reached, 401 for a response that can't be trusted. */
export type SingleSignOn = {
  /** With `isAgain`, the provider must ask the person to sign in again, and its response must show that they did in the last few minutes. */
  begin: (isAgain: boolean) => Promise<{ authorization_url: string; attempt: Attempt }>
  finish: (response: ProviderResponse, attempt: Attempt) => Promise<Identity>
  readLogout: (logout_token: string) => Promise<ProviderLogout>
}
