/** What the browser takes along to the provider, and what the server keeps to check the response: see OpenID Connect Core 1.0, section 3.1. */
export type Attempt = { state: string; nonce: string; code_verifier: string; again_flag: boolean }

/** The provider's response as the browser brings it back. */
export type ProviderResponse = { state: string; code?: string | undefined; iss?: string | undefined; error?: string | undefined }

/** A person as the provider knows them. `subject` never passes to someone else; an address may. */
export type Identity = { subject: string; email: string | null; is_verified: boolean; groups: string[]; sid: string | null }

/** The sessions a provider ends: all of a subject's, or those of one provider session. `issued_at` in seconds. */
export type ProviderLogout = { subject: string | null; sid: string | null; issued_at: number }

/** An OpenID provider. Calls fail with an `HttpError`: 503 when the provider can't be reached, 401 for a response that can't be trusted. */
export type SingleSignOn = {
  /** `isAgain`: the provider must ask who is there, and its response says when it did, a few minutes ago at most. */
  begin: (isAgain: boolean) => Promise<{ authorization_url: string; attempt: Attempt }>
  finish: (response: ProviderResponse, attempt: Attempt) => Promise<Identity>
  readLogout: (logout_token: string) => Promise<ProviderLogout>
}
