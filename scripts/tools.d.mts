export function ensureBrowsers(): void
export function ensureTextBrowser(): void
export function ensurePostgres(): string
export function findBrowser(which?: { isWhole?: boolean }): string | undefined
export function findPostgres(): string | undefined
export function temporaryFolder(): string | undefined
