/** The three interviews of a panel, with instructions for interviewers, which staff can edit. */
export const INTERVIEWS = [
  {
    ref_interview_id: 1,
    interview_name: 'Interview A',
    interview_desc: `<ul>
<li>45 minutes: their path so far and why they want this role.</li>
<li>Start with who you are and how the next 45 minutes will go. Ask for the name and pronunciation the person prefers.</li>
<li>Ask everyone the same questions, in the same order. Follow up on what they did themselves, with "And then?".</li>
<li>Do not ask about family, health, age, origin, faith or plans for children, not even while chatting.</li>
<li>Keep the last ten minutes for their questions. Write your notes within a day, in sentences, with what was said.</li>
</ul>`,
    questions: [
      'What drew them to this role, and how well do they understand what it involves?',
      'Describe a decision from their recent work: what did they do themselves, and what came of it?',
      'How do they speak about former employers, colleagues and patients?',
      'What did they say about a mistake of their own and what followed from it?',
      'What are they looking for in the next few years, and can we offer it?',
    ],
  },
  {
    ref_interview_id: 2,
    interview_name: 'Interview B',
    interview_desc: `<ul>
<li>45 minutes: the skills the role needs, with one worked example.</li>
<li>Share the role's example from the team folder at the start, and give them five quiet minutes to read it.</li>
<li>Let them think aloud. Help when they're stuck, and note how they take it.</li>
<li>Look for safe habits: checking, asking, writing down. A slow right answer is better than a quick wrong one.</li>
<li>Never use a real patient's details, and stop them kindly if they're about to.</li>
</ul>`,
    questions: [
      'How did they approach the worked example, step by step?',
      'How sound is their knowledge of the tools, rules and methods of this role?',
      'What did they do to keep patients and their information safe?',
      'How did they react when you questioned their approach or offered help?',
      'Which claims in the resume did you ask about, and what did you learn?',
    ],
  },
  {
    ref_interview_id: 3,
    interview_name: 'Interview C',
    interview_desc: `<ul>
<li>45 minutes: working with patients, families and colleagues from a distance.</li>
<li>Ask what happened, not what they think: when, who was there, what they said, what the other person said.</li>
<li>Note what speaks for and against in equal detail. An impression without an example doesn't count.</li>
<li>Judge by what the role needs. "I'd enjoy a coffee with them" isn't a criterion.</li>
<li>Close with the next steps and when they'll hear from us.</li>
</ul>`,
    questions: [
      'How did they handle a conversation with someone upset, frightened or angry?',
      'How do they listen, and how do they make sure they were understood?',
      'What did they say about working remotely: reliability, hours, asking for help?',
      'How do they respond to feedback, and what did they change because of it?',
      'What would they add to the team, and what would they need from us?',
    ],
  },
]
