/** The emails that a fresh installation can send; staff may rewrite them. Values are escaped where they are filled in. */
export const TEMPLATES = [
  {
    ref_email_base_id: 1,
    email_name: 'Schedule Panel Interview',
    email_desc: 'Invites somebody to the three interviews and asks for times that suit them.',
    email_subject: 'We would like to meet you: {function_role_name} at {company_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>Your application for <strong>{function_role_name}</strong> made us curious, and we would like to talk with you.</p>
<h3>What comes next</h3>
<p>There are three conversations by video, each about 45 minutes long and each with a different person:</p>
<ul>
<li><strong>Interview A:</strong> your path so far, and what you are looking for.</li>
<li><strong>Interview B:</strong> the craft of the role, with an example from our own work.</li>
<li><strong>Interview C:</strong> how you work with patients and colleagues when it gets hard.</li>
</ul>
<p>They can be on one day or spread over a week, whichever is easier for you. Answer this mail with three or four times that suit you, and your time zone.</p>
<p>If captions, an interpreter, extra time or anything else would make the conversations easier for you, tell us and we will arrange it. Asking has no influence on our decision.</p>
<p>You will hear from us within five working days after the last conversation.</p>
<p>Looking forward to meeting you,<br>{hiring_lead_name}<br>{company_name}<br>{hiring_lead_email}</p>
`,
  },
  {
    ref_email_base_id: 2,
    email_name: 'Application Rejection',
    email_desc: 'A no before any interview.',
    email_subject: 'Your application to {company_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for applying for <strong>{function_role_name}</strong>. One of us read everything you wrote, and we know that good answers cost an evening.</p>
<p>We have decided not to go on with your application for this role. Other people who applied had done more of this particular work before. That is a statement about this one opening, not about you.</p>
<p>If another of our roles fits you better, do apply again. We never hold an earlier application against anyone.</p>
<p>We wish you well with what comes next.</p>
<p>Kind regards,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    ref_email_base_id: 3,
    email_name: 'Rejection After Interview',
    email_desc: 'A no to somebody who took the time to talk with us.',
    email_subject: 'After our conversations about {function_role_name}',
    email_base_html: `<p>Hello {first_name},</p>
<p>Thank you for the time you gave us. We enjoyed talking with you about <strong>{function_role_name}</strong>, and the people who met you read each other's notes before we decided.</p>
<p>We will not be making you an offer for this role. I am sorry: after a conversation, a no is harder to read than before one.</p>
<p>If you would like to know more about how we came to this, write to me at {hiring_lead_email} within the next four weeks and I will tell you what I can.</p>
<p>We would be glad to see your name again when another role opens.</p>
<p>With thanks,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
  {
    ref_email_base_id: 4,
    email_name: 'First Day Prep',
    email_desc: 'Welcomes somebody who said yes and tells them how the first day goes.',
    email_subject: 'Welcome to {company_name}, {first_name}: your first day',
    email_base_html: `<p>Hello {first_name},</p>
<p>We are very glad that you are joining us as <strong>{function_role_name}</strong>. Here is what helps before the first day.</p>
<h3>Before you start</h3>
<ul>
<li>Have a quiet place with a door that closes: you will speak about patients.</li>
<li>Check that your computer takes the latest updates of its system and that its disk is encrypted. We pay for the device of your choice.</li>
<li>Keep an identity document at hand for the employment forms. We never ask you to mail a copy of it.</li>
</ul>
<h3>On the day</h3>
<ol>
<li>A short call at the start of your morning, with me.</li>
<li>Accounts and the privacy course, about two hours, with breaks.</li>
<li>Lunch on us, together with your team, on video.</li>
<li>The afternoon with a colleague whose work you will watch first and share later.</li>
</ol>
<p>Questions are welcome before, during and after: {hiring_lead_email}.</p>
<p>See you soon,<br>{hiring_lead_name}<br>{company_name}</p>
`,
  },
]
