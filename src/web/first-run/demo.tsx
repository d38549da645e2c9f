import type { ReactNode } from 'react'
import { DEMO_PATH, LEAVE_DEMO_PATH, type FirstRunDemo } from '#contract/first-run/first-run.ts'
import { FIRST_RUN_PATH } from '#contract/dashboard.ts'

/** Plain forms, so they work without JavaScript. */
export function TryDemo({ demo: { state, refusal } }: { demo: FirstRunDemo }): ReactNode {
  return (
    <>
      <h2>{state === 'none' ? 'Try it first' : 'Demo'}</h2>
      {refusal && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was reloaded, so the reader has lost their place
        <p className="notice bad" role="alert" tabIndex={-1} autoFocus>
          {refusal}
        </p>
      )}
      <p>{DEMO_STATE_TEXT[state]}</p>
      <form method="post" action={DEMO_PATH}>
        <p className="actions">
          <button type="submit" className="button quiet" name="try" value="yes">
            {state === 'none' ? 'Try with demo data' : 'Open the demo'}
          </button>
        </p>
      </form>
      {state === 'none' ? <ForgetDemo /> : <LeaveDemo />}
    </>
  )
}

const DEMO_STATE_TEXT: Record<FirstRunDemo['state'], string> = {
  none: "See Rounds with made-up roles, applicants and interviews. The demo has its own database on this server, opens only in this browser, sends no email, and is deleted when you leave it. It doesn't affect your setup.",
  open: "The demo is open in this browser. Until you leave it, every page except these shows the demo's data.",
  elsewhere: 'The demo is open in another browser.',
}

function LeaveDemo(): ReactNode {
  return (
    <form method="post" action={LEAVE_DEMO_PATH}>
      <p className="actions">
        <button type="submit" className="button quiet" name="leave" value="yes">
          Leave the demo and delete its data
        </button>
      </p>
    </form>
  )
}

/** Deletes what the demo's pages stored in this browser. */
function ForgetDemo(): ReactNode {
  return <script src={`${DEMO_PATH}.js`} data-ended="" />
}

export function DemoPreparing(): ReactNode {
  return (
    <>
      <h1>Setting up the demo</h1>
      <p className="lead">Sample roles, applicants and interviews are being created in a separate database. This takes about 30 seconds.</p>
      <p role="status">This page updates automatically.</p>
      <p>
        <a href={DEMO_PATH}>Check now</a>
      </p>
      <LeaveDemo />
    </>
  )
}

export function DemoEnded({ reason }: { reason: string | null }): ReactNode {
  return (
    <>
      <h1>The demo has ended</h1>
      {reason && <p role="alert">{reason}</p>}
      <p className="lead">Its data was deleted. It ends when you leave it, when the server restarts, after 2 hours without use, or after 12 hours.</p>
      <p>
        <a href={FIRST_RUN_PATH}>Set up Rounds</a>
      </p>
      <ForgetDemo />
    </>
  )
}
