/** A bounce in Postfix's format. */
export function bounce(
  message_id: string,
  { action = 'failed', status = '5.1.1', said = '550 5.1.1 <ada@nowhere.example>: no such user', envelope_id = '' } = {},
) {
  return `From: MAILER-DAEMON@relay.example
To: bounces@clinic.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example${envelope_id && `\nOriginal-Envelope-Id: ${envelope_id}`}

Final-Recipient: rfc822; ada@nowhere.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${said.replace(/ (?=\S+$)/, '\n    ')}
--b
Content-Type: message/rfc822

Message-ID:
 ${message_id}
Subject: Your application

Hello
--b--
`
}

/** A spam complaint in the format mailbox providers use. */
export const complaint = (message_id: string) => `From: feedback@provider.example
To: bounces@clinic.example
Subject: FW: Your application
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.
--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1.0
Version: 1
--b
Content-Type: text/rfc822-headers

Message-ID: ${message_id}
Subject: Your application
--b--
`
