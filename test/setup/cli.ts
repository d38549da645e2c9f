import { execFile } from 'node:child_process'

export type CommandResult = { code: number; out: string; err: string }

/**
 * Runs the operator's command line in a separate process, with `input` on stdin. Unless `settings` say otherwise, the database has reference data and
 * one admin.
 */
export function runCli(words: string[], settings: Record<string, string>, input = ''): Promise<CommandResult> {
  const env = { ...process.env, BASE_URL: '', NODE_ENV: 'test', SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example', ...settings }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'src/server/cli.ts', ...words],
      { env, cwd: process.cwd() },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin!.end(input)
  })
}
