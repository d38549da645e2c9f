import type { ShippedPurpose } from '#contract/templates/purposes.ts'

type ReferenceTemplate = { purpose: ShippedPurpose; email_desc: string; email_subject: string; email_base_html: string }

/** A new installation's email templates; staff can rewrite them. Values are escaped when filled in. */
export const TEMPLATES: ReferenceTemplate[] = [
  {
    purpose: 'invitation',
    email_desc: 'Invites an applicant to interviews and links to the page where they pick times.',
    email_subject: "We'd like to meet you: {function_role_name} at {company_name}",
    email_base_html: `<p>Hello {first_name},</p>
<p>Your application for <strong>{function_role_name}</strong> stood out to us, and we'd like to talk with you.</p>
<h3>What's next</h3>
<p>You'll meet people from our team for <strong>{interview_list}</strong>.</p>
<p><a href="{scheduling_link}">Pick your interview times</a>. The page shows them in your time zone, and you can change them there later. If none of them work for you, tell us there which times do, or reply to this email.</p>
<p>If captions, an interpreter, extra time or any other accommodation would help, tell us and we'll arrange it. Asking won't affect our decision.</p>
<p>We look forward to meeting you,<br>{hiring_lead_name}<br>{company_name}<br>{hiring_lead_email}</p>
`,
  },
  {
    purpose: 'rejection',
    email_desc: 'Sent when we decline before interviews.',
    email_subject: 'Your application to {company_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for applying for <strong>{function_role_name}</strong>. We appreciate the time you put into your application.</p>
<p>We've decided not to move forward with your application for this role.</p>
<p>You're welcome to apply for other roles at {company_name}.</p>
<p>We wish you all the best,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'rejection-after-interviews',
    email_desc: 'Sent when we decline after interviews.',
    email_subject: 'After our interviews for {function_role_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for taking the time to talk with us about <strong>{function_role_name}</strong>.</p>
<p>We've decided not to make you an offer for this role.</p>
<p>If you have any questions, reply to this email. You're welcome to apply for other roles at {company_name}.</p>
<p>Thank you again,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'first-day',
    email_desc: 'Welcomes someone who accepted an offer and explains the first day.',
    email_subject: 'Welcome to {company_name}, {first_name}: your first day',
    email_base_html: `<p>Hello {first_name},</p>
<p>We're delighted that you're joining us as <strong>{function_role_name}</strong>. Here's how to get ready for your first day.</p>
<h3>Before you start</h3>
<ul>
<li>Find a quiet room with a door that closes.</li>
<li>Check that your computer is up to date and its disk is encrypted.</li>
<li>Have the documents you've chosen for Form I-9 ready. We'll never ask you to email a copy.</li>
</ul>
<h3>On the day</h3>
<ol>
<li>A short call with me.</li>
<li>Your accounts and privacy training.</li>
<li>Meeting your team.</li>
<li>Time with a colleague who'll show you how we work.</li>
</ol>
<p>Questions are welcome before, during and after: {hiring_lead_email}.</p>
<p>See you soon,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'role-closed',
    email_desc: "Sent when a role closes before we've decided on an applicant.",
    email_subject: 'The {function_role_name} opening has closed',
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for applying for <strong>{function_role_name}</strong>. We've closed this opening, so we won't be making a decision on your application.</p>
<p>This doesn't reflect on your application. If another of our roles interests you, please apply. We'd be glad to hear from you again.</p>
<p>Thank you for your time,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'withdrawal',
    email_desc: 'Confirms that an application was withdrawn.',
    email_subject: "You've withdrawn your application for {function_role_name}",
    email_base_html: `<p>Hello {first_name},</p>
<p>We've withdrawn your application for <strong>{function_role_name}</strong>, as you asked. There's nothing else you need to do.</p>
<p>If you change your mind, you can <a href="{scheduling_link}">undo this on your application page</a> within 24 hours.</p>
<p>If you didn't ask for this, email {hiring_lead_email}. You're welcome to apply for any of our roles again at any time.</p>
<p>All the best,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'more-time',
    email_desc: 'Tells an applicant that the decision will take longer, and moves the reply date.',
    email_subject: 'We need more time: {function_role_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>We haven't made a decision on your application for <strong>{function_role_name}</strong> yet, and we need more time than we expected. I'm sorry for the wait.</p>
<p>You'll hear from us by <strong>{reply_by}</strong>.</p>
<p>If you have questions in the meantime, email me at {hiring_lead_email}.</p>
<p>Thank you for your patience,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    purpose: 'next-steps',
    email_desc: "Sent automatically, once, an hour after an applicant's last interview. Gives the date they'll hear from us by. Disable it to send nothing.",
    email_subject: "What's next: {function_role_name} at {company_name}",
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for talking with us about <strong>{function_role_name}</strong>. That was your last scheduled interview.</p>
<h3>What's next</h3>
<p>Your interviewers will write up their feedback, and the hiring team will make a decision. You'll hear from us by <strong>{reply_by}</strong> either way.</p>
<p>There's nothing you need to do until then. If you have questions, reply to this email.</p>
<p>All the best,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
]
